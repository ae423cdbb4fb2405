import shared from "@lembas/build/vitest";
import { mergeConfig } from "vitest/config";

export default mergeConfig(shared, { test: { globalSetup: ["src/testing/start-server.ts"] } });
