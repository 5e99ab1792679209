import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { bindRows } from './bind-rows.ts';

// The steps from version 3, the first one that sealed its rows, to version 10. They were a list of their own before there was one schema.

const statements = (...all: readonly string[]) =>
  function* (): Tx<void> {
    for (const statement of all) yield [statement];
  };

/** Each takes a database from the version of its place, counted from 3, to the next one. */
export const STEPS_BEFORE_TEN: readonly ((sealer: Sealer) => Tx<void>)[] = [
  statements(
    `CREATE TABLE rules ( id text NOT NULL, scope text NOT NULL, of_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL, created_at bigint NOT NULL, PRIMARY KEY (scope, of_id, id) )`,
  ),
  statements(
    `ALTER TABLE runs ADD COLUMN cancel_reason text`,
    `ALTER TABLE runs ADD COLUMN background bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE runs ADD COLUMN wants_floor bigint NOT NULL DEFAULT 0`,
  ),
  statements(
    `CREATE TABLE memories ( id text PRIMARY KEY, payload text NOT NULL, key_id text NOT NULL, updated_at bigint NOT NULL )`,
  ),
  statements(
    `ALTER TABLE chats ADD COLUMN epoch bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE chat_events ADD COLUMN hidden_by text`,
    `CREATE TABLE restores ( id text PRIMARY KEY, chat_id text NOT NULL, status text NOT NULL, from_seq bigint, to_seq bigint NOT NULL, epoch bigint NOT NULL, hidden bigint NOT NULL, checkpoint_id text, undo_checkpoint_id text, result text, undo_result text, key_id text NOT NULL, command_id text NOT NULL, ts bigint NOT NULL )`,
  ),
  statements(
    `ALTER TABLE chat_events ADD COLUMN fork text`,
    `ALTER TABLE chats ADD COLUMN title_from text NOT NULL DEFAULT 'message'`,
  ),
  // Sessions had no page key: everybody signs in again.
  statements(
    `DROP TABLE start_tokens`,
    `DROP TABLE sessions`,
    `CREATE TABLE start_tokens ( hash text PRIMARY KEY, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL )`,
    `CREATE TABLE sessions ( hash text PRIMARY KEY, key_hash text NOT NULL, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL )`,
    `ALTER TABLE runs ADD COLUMN seal text NOT NULL DEFAULT ''`,
  ),
  bindRows,
];
