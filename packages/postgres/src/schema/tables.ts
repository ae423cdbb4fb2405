/** What leads the tables from one version to the next, for a schema's quoted name: statements. */
export type Migration = (schema: string) => string;

/**
 * The tables, version by version: each step leads from the version before it to the next. A released step is never
 * changed. The scope stands first in every key. Texts are bytes of UTF-8 JSON, so that neither a NUL nor the encoding
 * of the database can spoil them.
 */
export const migrations: readonly Migration[] = [
  (schema) => `
    CREATE TABLE ${schema}.memory_targets (
      scope text COLLATE "C" NOT NULL,
      target text COLLATE "C" NOT NULL,
      version bigint NOT NULL, -- grows by one with each update
      operations bigint NOT NULL, -- how many updates had an operation id
      entries bytea NOT NULL,
      PRIMARY KEY (scope, target)
    ) WITH (fillfactor = 50);
    CREATE TABLE ${schema}.memory_changes (
      scope text COLLATE "C" NOT NULL,
      target text COLLATE "C" NOT NULL,
      version bigint NOT NULL, -- the target's, after the change
      undoes bigint, -- the version of the change that this one takes back
      made_at timestamptz NOT NULL DEFAULT now(),
      id uuid NOT NULL,
      revision_before bytea NOT NULL,
      revision_after bytea NOT NULL,
      change bytea NOT NULL,
      PRIMARY KEY (scope, target, version)
    );
    CREATE INDEX memory_changes_undoes ON ${schema}.memory_changes (scope, target, undoes) WHERE undoes IS NOT NULL;
    CREATE TABLE ${schema}.memory_operations (
      scope text COLLATE "C" NOT NULL,
      target text COLLATE "C" NOT NULL,
      operation bytea NOT NULL, -- the SHA-256 of the id
      number bigint NOT NULL, -- the target's operations, after this one
      answer bytea NOT NULL,
      PRIMARY KEY (scope, target, operation)
    );
    CREATE TABLE ${schema}.journal_sessions (
      scope text COLLATE "C" NOT NULL,
      session text COLLATE "C" NOT NULL,
      entries integer NOT NULL, -- how many there are: the next position
      appended_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (scope, session)
    ) WITH (fillfactor = 50);
    CREATE TABLE ${schema}.journal_entries (
      scope text COLLATE "C" NOT NULL,
      session text COLLATE "C" NOT NULL,
      position integer NOT NULL,
      entry bytea NOT NULL,
      PRIMARY KEY (scope, session, position)
    );`,
];
