import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { bindRows } from './bind-rows.ts';
import { sealReadableRows } from './seal-readable-rows.ts';

/** A step between two versions of the schema: statements with semicolons between, or a body that yields its own. */
export type Migration = string | ((sealer: Sealer) => Tx<void>);

/** Each entry takes the database from the version of its index to the next one. Entries are only ever added. */
export const MIGRATIONS: readonly Migration[] = [
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
  `
  CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL);
  ALTER TABLE chats ADD COLUMN key_id text NOT NULL DEFAULT '';
  ALTER TABLE chat_events ADD COLUMN key_id text NOT NULL DEFAULT '';
  ALTER TABLE chat_events ADD COLUMN op_id text;
  CREATE UNIQUE INDEX chat_events_op ON chat_events (op_id);
  ALTER TABLE runs ADD COLUMN owner text;
  ALTER TABLE runs ADD COLUMN lease_until bigint NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN wake_at bigint;
  ALTER TABLE runs ADD COLUMN cancel_at bigint;
  ALTER TABLE runs ADD COLUMN key_id text NOT NULL DEFAULT '';
  DROP INDEX runs_ready;
  CREATE INDEX runs_open ON runs (created_at, id) WHERE status IN ('ready', 'waiting');
  CREATE INDEX runs_of_chat ON runs (chat_id) WHERE status IN ('ready', 'waiting');
  ALTER TABLE run_events ADD COLUMN step bigint;
  ALTER TABLE run_events ADD COLUMN attempt bigint;
  ALTER TABLE run_events ADD COLUMN key_id text NOT NULL DEFAULT '';
  CREATE TABLE approvals (
    run_id text NOT NULL, id text NOT NULL, seq bigint NOT NULL, step bigint NOT NULL, tool_use_id text NOT NULL, tool text NOT NULL,
    args_hash text NOT NULL, status text NOT NULL, decision text, key_id text, decided_by text, expires_at bigint,
    asked_at bigint NOT NULL, decided_at bigint, PRIMARY KEY (run_id, id)
  );
  ALTER TABLE commands ADD COLUMN actor text NOT NULL DEFAULT '';
  `,
  sealReadableRows,
  `
  CREATE TABLE rules (
    id text NOT NULL, scope text NOT NULL, of_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL,
    created_at bigint NOT NULL, PRIMARY KEY (scope, of_id, id)
  );
  `,
  `
  ALTER TABLE runs ADD COLUMN cancel_reason text;
  ALTER TABLE runs ADD COLUMN background bigint NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN wants_floor bigint NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE memories (
    id text PRIMARY KEY, payload text NOT NULL, key_id text NOT NULL, updated_at bigint NOT NULL
  );
  `,
  `
  ALTER TABLE chats ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
  ALTER TABLE chat_events ADD COLUMN hidden_by text;
  CREATE TABLE restores (
    id text PRIMARY KEY, chat_id text NOT NULL, status text NOT NULL, from_seq bigint, to_seq bigint NOT NULL,
    epoch bigint NOT NULL, hidden bigint NOT NULL, checkpoint_id text, undo_checkpoint_id text, result text, undo_result text,
    key_id text NOT NULL, command_id text NOT NULL, ts bigint NOT NULL
  );
  `,
  `
  ALTER TABLE chat_events ADD COLUMN fork text;
  ALTER TABLE chats ADD COLUMN title_from text NOT NULL DEFAULT 'message';
  `,
  // Whoever was signed in has no page key, and signs in again.
  `
  DROP TABLE start_tokens;
  DROP TABLE sessions;
  CREATE TABLE start_tokens (
    hash text PRIMARY KEY, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL
  );
  CREATE TABLE sessions (
    hash text PRIMARY KEY, key_hash text NOT NULL, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL
  );
  ALTER TABLE runs ADD COLUMN seal text NOT NULL DEFAULT '';
  `,
  bindRows,
];

/** The first version that seals what it writes. What an older one wrote could have been written by anybody. */
export const SEALED_SINCE = 3;
