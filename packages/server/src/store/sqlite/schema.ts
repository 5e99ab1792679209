/** Each entry takes the database from the version of its index to the next one. Entries are only ever added. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE chats (
    id text PRIMARY KEY, title text NOT NULL, next_seq bigint NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL
  );
  CREATE TABLE chat_events (
    chat_id text NOT NULL, seq bigint NOT NULL, kind text NOT NULL, msg_id text NOT NULL, payload text NOT NULL, ts bigint NOT NULL,
    PRIMARY KEY (chat_id, seq)
  );
  CREATE TABLE runs (
    id text PRIMARY KEY, chat_id text NOT NULL, model text NOT NULL, status text NOT NULL, fence bigint NOT NULL,
    next_seq bigint NOT NULL, created_at bigint NOT NULL
  );
  CREATE INDEX runs_ready ON runs (chat_id) WHERE status = 'ready';
  CREATE TABLE run_events (
    run_id text NOT NULL, seq bigint NOT NULL, fence bigint NOT NULL, type text NOT NULL, payload text NOT NULL, ts bigint NOT NULL,
    PRIMARY KEY (run_id, seq)
  );
  CREATE TABLE commands (id text PRIMARY KEY, result text NOT NULL, ts bigint NOT NULL);
  CREATE TABLE start_tokens (hash text PRIMARY KEY, expires_at bigint NOT NULL);
  CREATE TABLE sessions (hash text PRIMARY KEY, expires_at bigint NOT NULL);
  `,
];
