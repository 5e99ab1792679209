import type { KeptMemory } from '@millrace/engine/run';
import type { Keyring } from '../../keyring/keyring.ts';
import { aboutMemory } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';
import { byName, memoryId, oldMemoryId } from './memory-rows.ts';

const UNREADABLE_APP = 'Unreadable';

export function* putMemory(
  { root, account: sealer }: Keyring,
  { updated_at, ...memory }: KeptMemory,
): Tx<void> {
  const id = memoryId(root, memory.app, memory.name);
  yield ['DELETE FROM memories WHERE account_id = :account AND id = ?', oldMemoryId(memory.app, memory.name)];
  yield [
    `INSERT INTO memories (account_id, id, payload, key_id, updated_at) VALUES (:account, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET payload = excluded.payload, key_id = excluded.key_id, updated_at = excluded.updated_at`,
    id,
    sealer.seal(JSON.stringify(memory), aboutMemory(id)),
    sealer.keyId,
    updated_at,
  ];
}

export function* listMemories(sealer: Sealer): Tx<KeptMemory[]> {
  const rows = yield ['SELECT * FROM memories WHERE account_id = :account'];
  return rows.map((row) => keptMemory(sealer, row)).toSorted(byName);
}

export function* deleteMemory(root: Sealer, app: string, name: string): Tx<boolean> {
  // One that can't be read is known by its id alone.
  const rows = yield [
    'DELETE FROM memories WHERE account_id = :account AND (id = ? OR id = ? OR id = ?) RETURNING id',
    memoryId(root, app, name),
    oldMemoryId(app, name),
    app === UNREADABLE_APP ? name : '',
  ];
  return rows.length > 0;
}

function keptMemory(sealer: Sealer, row: Row): KeptMemory {
  const id = text(row, 'id');
  const memory = openOr<Omit<KeptMemory, 'updated_at'>>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutMemory(id) },
    // The payload is what putMemory wrote.
    (json) => JSON.parse(json) as KeptMemory,
    () => ({
      app: UNREADABLE_APP,
      name: id,
      value: "This memory can't be read. Delete it and write it again.",
    }),
  );
  return { ...memory, updated_at: integer(row, 'updated_at') };
}
