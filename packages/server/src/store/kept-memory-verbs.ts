import type { KeptMemory } from '@millrace/engine';
import { aboutMemory } from './about.ts';
import { byName, memoryId } from './memory-rows.ts';
import type { Sealer } from './sealer.ts';
import { integer, type Row, type Tx, text } from './tx.ts';

export function* putMemory(sealer: Sealer, { updated_at, ...memory }: KeptMemory): Tx<void> {
  const id = memoryId(memory.app, memory.name);
  yield [
    `INSERT INTO memories (id, payload, key_id, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, key_id = excluded.key_id, updated_at = excluded.updated_at`,
    id,
    sealer.seal(JSON.stringify(memory), aboutMemory(id)),
    sealer.keyId,
    updated_at,
  ];
}

export function* listMemories(sealer: Sealer): Tx<KeptMemory[]> {
  const rows = yield ['SELECT * FROM memories'];
  return rows.map((row) => keptMemory(sealer, row)).toSorted(byName);
}

export function* deleteMemory(app: string, name: string): Tx<boolean> {
  const rows = yield ['DELETE FROM memories WHERE id = ? RETURNING id', memoryId(app, name)];
  return rows.length > 0;
}

function keptMemory(sealer: Sealer, row: Row): KeptMemory {
  const json = sealer.open(text(row, 'payload'), text(row, 'key_id'), aboutMemory(text(row, 'id')));
  // The payload is what putMemory wrote.
  return { ...(JSON.parse(json) as Omit<KeptMemory, 'updated_at'>), updated_at: integer(row, 'updated_at') };
}
