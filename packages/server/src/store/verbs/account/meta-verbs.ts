import { type Tx, text } from '../../tx.ts';

// The facts of a store about itself.

/** Tells how far the rows of an older version were sealed again with the keys of people. It is there while some are left. */
export const RESEAL = 'reseal';

export function* getMeta(name: string): Tx<string | undefined> {
  const [row] = yield ['SELECT value FROM meta WHERE name = ?', name];
  return row && text(row, 'value');
}

export function* putMeta(name: string, value: string): Tx<void> {
  yield [
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  ];
}

export function* dropMeta(name: string): Tx<void> {
  yield ['DELETE FROM meta WHERE name = ?', name];
}

/** Tells all servers on this store that somebody may no longer be here. */
export function* countDoors(): Tx<void> {
  yield [
    `INSERT INTO meta (name, value) VALUES ('doors', '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(meta.value AS bigint) + 1 AS text)`,
  ];
}

const ROOM = '.'.repeat(64 * 1024);

/** Bodies to run one after the other: they write as much as a step of a run may need, and delete it. */
export const CHECK: readonly (() => Tx<void>)[] = [() => putMeta('check', ROOM), () => dropMeta('check')];
