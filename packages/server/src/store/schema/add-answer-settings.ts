import type { Tx } from '../tx.ts';

/** Makes room for instructions and settings of models, and for the copy that each run keeps of them. */
export function* addAnswerSettings(): Tx<void> {
  yield [ANSWER_SETTINGS];
  yield ["ALTER TABLE runs ADD COLUMN settings text NOT NULL DEFAULT ''"];
}

const ANSWER_SETTINGS = `CREATE TABLE answer_settings (
    scope text NOT NULL, of_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL, rev bigint NOT NULL,
    PRIMARY KEY (scope, of_id)
  )`;
