import { aboutCommand } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import { type Tx, text } from '../tx.ts';

/** The answer that a command got the first time. One that was changed since counts as none. */
export function* knownCommand(sealer: Sealer, id: string): Tx<string | undefined> {
  const [row] = yield ['SELECT result FROM commands WHERE account_id = :account AND id = ?', id];
  if (row === undefined) return undefined;
  return openOr<string | undefined>(
    sealer,
    { text: text(row, 'result'), keyId: sealer.keyId, about: aboutCommand(id) },
    (result) => result,
    () => undefined,
  );
}

export interface DoneCommand {
  readonly id: string;
  readonly actor: string;
  readonly result: object;
  readonly ts: number;
}

/** Keeps the answer of a command that was not known. */
export function* recordCommand(sealer: Sealer, { id, actor, result, ts }: DoneCommand): Tx<void> {
  yield [
    `INSERT INTO commands (account_id, id, actor, result, ts) VALUES (:account, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET actor = excluded.actor, result = excluded.result, ts = excluded.ts`,
    id,
    actor,
    sealer.seal(JSON.stringify(result), aboutCommand(id)),
    ts,
  ];
}
