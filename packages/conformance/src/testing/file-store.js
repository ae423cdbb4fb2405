// The file store of @lembas/memory, as storeProcessSuite takes it: in the folder that FILE_STORES names.
import { join } from "node:path";
import { createFileStore } from "@lembas/memory/node";

export default (name) => createFileStore({ folder: join(process.env["FILE_STORES"], name) });
