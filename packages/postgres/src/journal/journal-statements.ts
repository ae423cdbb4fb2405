/** How far a session has come, and what stands at a position. */
export interface EntryRow {
  /** How many entries the session has. */
  readonly count: number;
  /** Null where nothing stands at the position. */
  readonly position: number | null;
  readonly entry: Uint8Array | null;
}

/**
 * The statements on a journal. Each begins with the scope ($1) and the session ($2).
 *
 * @param schema quoted
 */
export const journalStatements = (schema: string) => {
  /** Adds entries ($4) from position $3 on. `grown` has one row where the journal ends right there, else none. */
  const append = (grown: string): string => `
    WITH grown AS (
      ${grown}
      RETURNING 1
    ), added AS (
      INSERT INTO ${schema}.journal_entries (scope, session, position, entry)
      SELECT $1, $2, $3::integer + added.number - 1, added.entry
      FROM grown, unnest($4::bytea[]) WITH ORDINALITY AS added (entry, number)
    )
    SELECT 1 AS grown FROM grown`;

  return {
    /** One row at least: from position $3 on, before position $4 where that is not null. */
    read: `
      SELECT coalesce(s.entries, 0) AS count, e.position, e.entry
      FROM (SELECT) AS one
      LEFT JOIN ${schema}.journal_sessions s ON s.scope = $1 AND s.session = $2
      LEFT JOIN ${schema}.journal_entries e ON e.scope = $1 AND e.session = $2
        AND e.position >= $3::bigint AND e.position < coalesce($4::bigint, s.entries)
      ORDER BY e.position`,

    /** The first entries of a session: from position $3, which is 0. */
    begin: append(`
      INSERT INTO ${schema}.journal_sessions (scope, session, entries)
      VALUES ($1::text, $2::text, $3::integer + cardinality($4::bytea[]))
      ON CONFLICT (scope, session) DO NOTHING`),

    goOn: append(`
      UPDATE ${schema}.journal_sessions
      SET entries = entries + cardinality($4::bytea[]), appended_at = now()
      WHERE scope = $1::text AND session = $2::text AND entries = $3::integer`),
  };
};
