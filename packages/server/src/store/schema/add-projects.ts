import type { Tx } from '../tx.ts';

/** Gives chats a place in the list and a time of deletion, and makes the table of projects. */
export function* addProjects(): Tx<void> {
  yield ["ALTER TABLE chats ADD COLUMN place text NOT NULL DEFAULT ''"];
  yield ["ALTER TABLE chats ADD COLUMN place_key_id text NOT NULL DEFAULT ''"];
  yield ['ALTER TABLE chats ADD COLUMN deleted_at bigint'];
  yield ['CREATE INDEX chats_deleted ON chats (deleted_at) WHERE deleted_at IS NOT NULL'];
  yield [PROJECTS];
}

const PROJECTS = `CREATE TABLE projects (
    id text PRIMARY KEY, payload text NOT NULL, key_id text NOT NULL, created_at bigint NOT NULL, deleted_at bigint
  )`;
