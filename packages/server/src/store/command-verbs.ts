import { type Tx, text } from './tx.ts';

/** The answer that a command got the first time. */
export function* knownCommand(id: string): Tx<string | undefined> {
  const [row] = yield ['SELECT result FROM commands WHERE id = ?', id];
  return row && text(row, 'result');
}

/** Keeps the answer of a command. It is readable: ids and numbers only. */
export function* recordCommand(id: string, actor: string, result: object, ts: number): Tx<void> {
  yield [
    'INSERT INTO commands (id, actor, result, ts) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    id,
    actor,
    JSON.stringify(result),
    ts,
  ];
}
