// Memory stores of the built package, as storeProcessSuite takes them: on the server and in the schema that the
// environment names, a scope for each name.
import pg from "pg";
import { createPostgresMemoryStore } from "../../dist/index.js";

const pool = new pg.Pool({
  connectionString: process.env["TEST_POSTGRES_URL"],
  max: 4,
  allowExitOnIdle: true,
});

export default (name) =>
  createPostgresMemoryStore({ pool, scope: name, schema: process.env["TEST_POSTGRES_SCHEMA"] });
