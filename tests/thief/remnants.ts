import { wrappingKey } from '../../packages/server/src/vault/keys.ts';
import { unwrapKey } from '../../packages/server/src/vault/wrapped-key.ts';
import type { Cell, Loot } from './loot.ts';
import { isDatabase } from './sealed-values.ts';

/** A key that is wrapped symmetrically, in base64, with whatever stands before and behind it in its row. */
const WRAPPED = /(?=(Ag[E-H][A-Za-z0-9+/]{80}=))/g;
const KEY_BYTES = 32;

/**
 * The keys that a database has deleted and that its pages or its log still hold, as far as the given keys open them: capsules of runs, and
 * vault keys under home keys. Who has them tries them on everything, too.
 */
export function remnantsIn({ files, cells }: Loot, keys: readonly Buffer[]): Buffer[] {
  const words = new Set(
    files
      .filter(({ name, bytes }) => isDatabase(name, bytes))
      .flatMap(({ bytes }) =>
        Array.from(bytes.toString('latin1').matchAll(WRAPPED), ([, word = '']) => word),
      ),
  );
  const places = placesIn(cells);
  const wrappings = keys
    .filter(({ length }) => length === KEY_BYTES)
    .flatMap((key) => [wrappingKey(key, 'capsule'), wrappingKey(key, 'home')]);
  return [...words].flatMap((word) => {
    const bytes = new Uint8Array(Buffer.from(word, 'base64'));
    for (const wrapping of wrappings)
      for (const place of places) {
        const { plain } = unwrapKey(wrapping, place, bytes);
        if (plain !== undefined) return [Buffer.from(plain)];
      }
    return [];
  });
}

/** The places that a capsule or the wrap of a home key may be bound to, by the ids that anybody can read. */
function placesIn(cells: readonly Cell[]): Parameters<typeof unwrapKey>[1][] {
  const rows = (table: string, column: string) =>
    cells.filter((cell) => cell.table === table && cell.column === column).map(({ row }) => row);
  const chatKeys = rows('chat_keys', 'key_id');
  return [
    ...rows('vaults', 'account_id').flatMap(({ account_id }) =>
      ['home', String(account_id)].map((id) => ({
        ...{ account: String(account_id), purpose: 'vault_key' as const, id },
      })),
    ),
    ...rows('runs', 'id').flatMap(({ account_id, id, chat_id }) => [
      { account: String(account_id), purpose: 'capsule' as const, id: String(id) },
      ...chatKeys
        .filter((row) => row['chat_id'] === chat_id)
        .map(({ key_id }) => ({
          account: String(account_id),
          purpose: 'capsule' as const,
          id: JSON.stringify([id, key_id]),
        })),
    ]),
  ];
}
