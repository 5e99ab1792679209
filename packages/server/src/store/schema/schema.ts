import { ANSWER_SETTINGS } from './add-answer-settings.ts';

/** The number of this schema. Each change of it raises the number and adds a step to `upgrades.ts`. */
export const SCHEMA_VERSION = 15;

/** Folders of chats. */
export const PROJECTS = `CREATE TABLE projects (
    id text PRIMARY KEY, payload text NOT NULL, key_id text NOT NULL, created_at bigint NOT NULL, deleted_at bigint
  )`;

/** The tables that people have edited, in versions. Their cells and all that is told about them is sealed. */
export const SHEET_VERSIONS: readonly string[] = [
  `CREATE TABLE sheet_versions (
    chat_id text NOT NULL, id text NOT NULL, embed text NOT NULL, rev bigint NOT NULL, facts text NOT NULL,
    payload text NOT NULL, key_id text NOT NULL, PRIMARY KEY (chat_id, id)
  )`,
  `CREATE UNIQUE INDEX sheet_versions_rev ON sheet_versions (chat_id, rev)`,
];

/**
 * The tables of a store, as a new database gets them; an upgraded one has the same. Both databases take each statement.
 * People's and models' words are sealed: `payload`, `facts`, `title`, `place`, `result`, `decision`, `settings`. A `seal` without words binds the columns of its row.
 */
export const SCHEMA: readonly string[] = [
  `CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)`,

  `CREATE TABLE chats (
    id text PRIMARY KEY, title text NOT NULL, title_from text NOT NULL DEFAULT 'message', key_id text NOT NULL DEFAULT '',
    next_seq bigint NOT NULL, epoch bigint NOT NULL DEFAULT 0, created_at bigint NOT NULL, updated_at bigint NOT NULL,
    place text NOT NULL DEFAULT '', place_key_id text NOT NULL DEFAULT '', deleted_at bigint,
    news text NOT NULL DEFAULT '', news_seq bigint NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX chats_deleted ON chats (deleted_at) WHERE deleted_at IS NOT NULL`,
  PROJECTS,

  // The events of a chat: finished messages, and what was undone in them later.
  `CREATE TABLE chat_events (
    chat_id text NOT NULL, seq bigint NOT NULL, kind text NOT NULL, msg_id text NOT NULL, payload text NOT NULL,
    key_id text NOT NULL DEFAULT '', op_id text, hidden_by text, fork text, ts bigint NOT NULL, PRIMARY KEY (chat_id, seq)
  )`,
  `CREATE UNIQUE INDEX chat_events_op ON chat_events (op_id)`,

  `CREATE TABLE runs (
    id text PRIMARY KEY, chat_id text NOT NULL, model text NOT NULL, status text NOT NULL, fence bigint NOT NULL, owner text,
    lease_until bigint NOT NULL DEFAULT 0, next_seq bigint NOT NULL, wake_at bigint, cancel_at bigint, cancel_reason text,
    background bigint NOT NULL DEFAULT 0, wants_floor bigint NOT NULL DEFAULT 0, seal text NOT NULL DEFAULT '',
    key_id text NOT NULL DEFAULT '', settings text NOT NULL DEFAULT '', created_at bigint NOT NULL
  )`,
  `CREATE INDEX runs_open ON runs (created_at, id) WHERE status IN ('ready', 'waiting')`,
  `CREATE INDEX runs_of_chat ON runs (chat_id) WHERE status IN ('ready', 'waiting')`,

  // The log.
  `CREATE TABLE run_events (
    run_id text NOT NULL, seq bigint NOT NULL, fence bigint NOT NULL, type text NOT NULL, step bigint, attempt bigint,
    payload text NOT NULL, key_id text NOT NULL DEFAULT '', ts bigint NOT NULL, PRIMARY KEY (run_id, seq)
  )`,

  `CREATE TABLE approvals (
    run_id text NOT NULL, id text NOT NULL, seq bigint NOT NULL, step bigint NOT NULL, tool_use_id text NOT NULL, tool text NOT NULL,
    args_hash text NOT NULL, status text NOT NULL, decision text, key_id text, decided_by text, expires_at bigint,
    asked_at bigint NOT NULL, decided_at bigint, PRIMARY KEY (run_id, id)
  )`,

  // Answers of commands, so that a command that comes twice is done once.
  `CREATE TABLE commands (
    id text PRIMARY KEY, actor text NOT NULL DEFAULT '', result text NOT NULL, ts bigint NOT NULL
  )`,

  `CREATE TABLE rules (
    id text NOT NULL, scope text NOT NULL, of_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL,
    created_at bigint NOT NULL, PRIMARY KEY (scope, of_id, id)
  )`,
  ANSWER_SETTINGS,
  `CREATE TABLE memories (
    id text PRIMARY KEY, payload text NOT NULL, key_id text NOT NULL, updated_at bigint NOT NULL
  )`,

  `CREATE TABLE restores (
    id text PRIMARY KEY, chat_id text NOT NULL, status text NOT NULL, from_seq bigint, to_seq bigint NOT NULL,
    epoch bigint NOT NULL, hidden bigint NOT NULL, checkpoint_id text, undo_checkpoint_id text, result text, undo_result text,
    key_id text NOT NULL, command_id text NOT NULL, ts bigint NOT NULL
  )`,

  ...SHEET_VERSIONS,

  `CREATE TABLE start_tokens (
    hash text PRIMARY KEY, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL
  )`,
  `CREATE TABLE sessions (
    hash text PRIMARY KEY, key_hash text NOT NULL, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL
  )`,
];
