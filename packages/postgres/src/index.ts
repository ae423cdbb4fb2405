export type { HistoryChange } from "@lembas/memory/store";
export { type PgliteDatabase, pglitePool } from "./database/pglite-pool.js";
export type { PostgresClient, PostgresPool, PostgresResult } from "./database/pool.js";
export { PostgresStoreError, type PostgresStoreErrorCode } from "./database/postgres-store-error.js";
export {
  createPostgresJournalStore,
  type PostgresJournalStoreOptions,
} from "./journal/journal-store.js";
export {
  createPostgresMemoryStore,
  type PostgresMemoryStore,
  type PostgresMemoryStoreOptions,
  type WatchOptions,
} from "./memory/memory-store.js";
export { type PruneOptions, type PruneResult, prune } from "./retention/prune.js";
export { check } from "./schema/check.js";
export { type MigrateResult, migrate, type SchemaOptions } from "./schema/migrate.js";
