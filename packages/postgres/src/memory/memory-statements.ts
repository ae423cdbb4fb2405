/** What a target holds, as it is read. */
export interface TargetRow {
  /** Of the target; 0 where it was never written. */
  readonly version: string;
  readonly entries: Uint8Array;
  readonly revision: string;
}

/** The same, with what is known of one update. */
export interface UpdateRow extends TargetRow {
  /** What the update with this operation id gave back, as JSON; null where there was none. */
  readonly answer: Uint8Array | null;
  /** Whether the change with this id was made. */
  readonly is_made: boolean;
}

/** A change that stands in the history. */
export interface ChangeRow {
  readonly version: string;
  readonly id: string;
  readonly time: string;
  readonly before: string;
  readonly after: string;
  readonly change: Uint8Array;
}

/** Of this many operations of a target the oldest are forgotten at once. */
const FORGET_EVERY = 50;

/** Equal entries have the same revision, and no others. */
const revisionOf = (bytes: string): string => `substr(sha256(${bytes}), 1, 16)`;

const targetColumns = `
  coalesce(t.version, 0)::text AS version,
  coalesce(t.entries, '[]') AS entries,
  encode(${revisionOf("coalesce(t.entries, '[]')")}, 'hex') AS revision`;

const changeColumns = `
  c.version::text AS version,
  c.id::text AS id,
  to_char(c.made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
  encode(c.revision_before, 'hex') AS before,
  encode(c.revision_after, 'hex') AS after,
  c.change`;

/**
 * The statements on a memory. Each begins with the scope ($1) and, but for the last, the target ($2).
 *
 * @param schema quoted
 * @param remembered how many operations of each target are remembered at least
 */
export const memoryStatements = (schema: string, remembered: number) => {
  /** What the writing of a target brings with it. `changed` has one row where it was written, else none. */
  const write = (changed: string): string => `
    WITH changed AS (
      ${changed}
      RETURNING version, operations
    ), recorded AS (
      INSERT INTO ${schema}.memory_changes
        (scope, target, version, undoes, id, revision_before, revision_after, change)
      SELECT $1, $2, version, $5::bigint, $6::uuid, decode($7::text, 'hex'), ${revisionOf("$4")}, $8::bytea
      FROM changed WHERE $6 IS NOT NULL
    ), answered AS (
      INSERT INTO ${schema}.memory_operations (scope, target, operation, number, answer)
      SELECT $1, $2, sha256($9::bytea), operations, $10::bytea FROM changed WHERE $9 IS NOT NULL
    ), forgotten AS (
      DELETE FROM ${schema}.memory_operations o USING changed
      WHERE $9 IS NOT NULL AND changed.operations % ${FORGET_EVERY} = 0
        AND o.scope = $1 AND o.target = $2 AND o.number <= changed.operations - ${remembered}
    )
    SELECT version::text AS version FROM changed`;
  const isOperation = "CASE WHEN $9::bytea IS NULL THEN 0 ELSE 1 END";

  return {
    read: `
      SELECT ${targetColumns}
      FROM (SELECT) AS one LEFT JOIN ${schema}.memory_targets t ON t.scope = $1 AND t.target = $2`,

    revision: `
      SELECT encode(${revisionOf("coalesce(t.entries, '[]')")}, 'hex') AS revision
      FROM (SELECT) AS one LEFT JOIN ${schema}.memory_targets t ON t.scope = $1 AND t.target = $2`,

    /** With the operation's id ($3, null for none), the version ($4) that a change with an id ($5) would have made. */
    readForUpdate: `
      SELECT ${targetColumns}, o.answer, c.id IS NOT NULL AS is_made
      FROM (SELECT) AS one
      LEFT JOIN ${schema}.memory_targets t ON t.scope = $1 AND t.target = $2
      LEFT JOIN ${schema}.memory_operations o ON o.scope = $1 AND o.target = $2 AND o.operation = sha256($3::bytea)
      LEFT JOIN ${schema}.memory_changes c
        ON c.scope = $1 AND c.target = $2 AND c.version = $4::bigint AND c.id = $5::uuid`,

    lock: `SELECT FROM ${schema}.memory_targets WHERE scope = $1 AND target = $2 FOR UPDATE`,

    /** The first update of a target: of version $3, which is 0. */
    insert: write(`
      INSERT INTO ${schema}.memory_targets (scope, target, version, operations, entries)
      VALUES ($1::text, $2::text, $3::bigint + 1, ${isOperation}, $4::bytea)
      ON CONFLICT (scope, target) DO NOTHING`),

    /** Each other one, where the version is still $3. */
    update: write(`
      UPDATE ${schema}.memory_targets
      SET version = version + 1, operations = operations + ${isOperation}, entries = $4::bytea
      WHERE scope = $1::text AND target = $2::text AND version = $3::bigint`),

    /** The changes that stand: those that were not taken back, and take none back; the latest first, at most $3. */
    standing: `
      SELECT ${changeColumns}
      FROM ${schema}.memory_changes c
      WHERE c.scope = $1 AND c.target = $2 AND c.undoes IS NULL AND NOT EXISTS (
        SELECT FROM ${schema}.memory_changes u WHERE u.scope = $1 AND u.target = $2 AND u.undoes = c.version
      )
      ORDER BY c.version DESC LIMIT $3::bigint`,

    /** Deletes a batch of the history of all targets. */
    purge: `
      WITH batch AS (
        SELECT target, version FROM ${schema}.memory_changes WHERE scope = $1 LIMIT 5000
      ), deleted AS (
        DELETE FROM ${schema}.memory_changes c USING batch
        WHERE c.scope = $1 AND c.target = batch.target AND c.version = batch.version
        RETURNING 1
      )
      SELECT count(*)::integer AS deleted FROM deleted`,
  };
};
