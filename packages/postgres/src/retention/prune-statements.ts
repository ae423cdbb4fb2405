/** How many changes one statement deletes at most. */
export const CHANGES_AT_ONCE = 1_000;

/** How many sessions are listed at once; each is deleted by a statement of its own. */
export const SESSIONS_AT_ONCE = 100;

/**
 * The statements that delete what is old. Each begins with the scope ($1): the next one's only, to go from one to the
 * next.
 *
 * @param schema quoted
 */
export const pruneStatements = (schema: string) => {
  const isOld = (time: string): string => `${time} < now() - make_interval(secs => $3::double precision)`;
  return {
    nextScopeOfMemory: `SELECT scope AS name FROM ${schema}.memory_targets WHERE scope > $1 ORDER BY scope LIMIT 1`,
    nextScopeOfJournals: `SELECT scope AS name FROM ${schema}.journal_sessions WHERE scope > $1 ORDER BY scope LIMIT 1`,

    nextTarget: `
      SELECT target AS name FROM ${schema}.memory_targets
      WHERE scope = $1 AND target > $2 ORDER BY target LIMIT 1`,

    /** A batch of the oldest changes of a target ($2), those before so many seconds ($3). */
    deleteChanges: `
      WITH oldest AS (
        SELECT version, made_at FROM ${schema}.memory_changes
        WHERE scope = $1 AND target = $2 ORDER BY version LIMIT ${CHANGES_AT_ONCE}
      ), deleted AS (
        DELETE FROM ${schema}.memory_changes c USING oldest
        WHERE c.scope = $1 AND c.target = $2 AND c.version = oldest.version AND ${isOld("oldest.made_at")}
        RETURNING 1
      )
      SELECT count(*)::integer AS changes FROM deleted`,

    /** Sessions after a name ($2) whose last entry is older than so many seconds ($3). */
    oldSessions: `
      SELECT session AS name FROM ${schema}.journal_sessions
      WHERE scope = $1 AND session > $2 AND ${isOld("appended_at")} ORDER BY session LIMIT ${SESSIONS_AT_ONCE}`,

    /** A whole session ($2), if nothing was appended meanwhile. */
    deleteSession: `
      WITH gone AS (
        DELETE FROM ${schema}.journal_sessions
        WHERE scope = $1 AND session = $2 AND ${isOld("appended_at")} RETURNING session
      ), deleted AS (
        DELETE FROM ${schema}.journal_entries e USING gone
        WHERE e.scope = $1 AND e.session = gone.session RETURNING 1
      )
      SELECT (SELECT count(*) FROM gone)::integer AS sessions, (SELECT count(*) FROM deleted)::integer AS entries`,
  };
};
