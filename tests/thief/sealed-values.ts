import {
  IV_BYTES,
  SEAL_LABELS,
  SEAL_MODES,
  TAG_BYTES,
  unpackKey,
  unpackRecord,
} from '../../packages/engine/src/vault.ts';
import type { Cell, Loot } from './loot.ts';

/** Something sealed, wherever it was found, taken apart as far as nobody needs a key for it. */
export type Sealed = {
  readonly where: string;
  readonly cell?: Cell;
  /** The name of the key, where the value itself has it. */
  readonly keyId: string;
  readonly bytes: Buffer;
} & (
  | {
      readonly kind: 'text' | 'record' | 'key';
      readonly iv: Buffer;
      readonly body: Buffer;
      readonly tag: Buffer;
    }
  /** Sealed to a public key. */
  | {
      readonly kind: 'record to' | 'key to';
      readonly enc: Buffer;
      readonly body: Buffer;
      readonly tag: Buffer;
    }
);

export const INFOS: readonly string[] = Object.values(SEAL_LABELS);

const TEXT_VERSION = 1;
const SHORTEST = 1 + IV_BYTES + TAG_BYTES;

/** Public halves and codes that vouch for something: any 32 bytes, which may begin like a sealed text. */
const OPEN: ReadonlySet<string> = new Set([
  'vaults.public',
  'vault_wraps.public',
  'chat_keys.public',
  'chat_keys.tag',
  'chat_events.proof',
]);
const OPEN_BYTES = 32;

/** Words that may be bytes in base64 or hex. */
const WORDS = /[A-Za-z0-9+/_-]{38,}={0,2}/g;

/** Everything sealed in any column of any table, and in any file that is not a database. */
export function sealedIn({ cells, files }: Loot): Sealed[] {
  return [
    ...cells.filter(isNotOpen).flatMap((cell) => sealedInValue(cell.value, placeOf(cell), cell)),
    ...files
      .filter(({ name, bytes }) => !isDatabase(name, bytes))
      .flatMap(({ name, bytes }) => sealedInValue(bytes, name)),
  ];
}

const placeOf = ({ table, column }: Cell): string => `${table}.${column}`;

const isNotOpen = (cell: Cell): boolean =>
  !OPEN.has(placeOf(cell)) || Buffer.from(String(cell.value), 'base64').length !== OPEN_BYTES;

/** Its rows are looked at one by one, and its pages for marks and keys only. */
export const isDatabase = (name: string, bytes: Buffer): boolean =>
  /^(heap|wal)\/|\.sqlite(-wal|-shm|-journal)?$/.test(name) ||
  bytes.subarray(0, 6).toString('latin1') === 'SQLite';

function sealedInValue(value: unknown, where: string, cell?: Cell): Sealed[] {
  const place = { where, ...(cell && { cell }) };
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    const whole = takeApart(bytes, place, true);
    return whole === undefined ? sealedInText(bytes.toString('latin1'), place) : [whole];
  }
  return typeof value === 'string' ? sealedInText(value, place) : [];
}

type Place = Pick<Sealed, 'where' | 'cell'>;

function sealedInText(text: string, place: Place): Sealed[] {
  return (text.match(WORDS) ?? []).flatMap((word) => {
    const form = /[_-]/.test(word) ? 'base64url' : 'base64';
    const isPadded = form === 'base64' && word.length % 4 === 0;
    const inHex = /^([0-9a-f]{2})+$/.test(word)
      ? takeApart(Buffer.from(word, 'hex'), place, false)
      : undefined;
    return takeApart(Buffer.from(word, form), place, isPadded) ?? inHex ?? [];
  });
}

/** `canBeText`: the first version is always written in whole groups of base64, and is too plain to be told from anything else. */
function takeApart(bytes: Buffer, place: Place, canBeText: boolean): Sealed | undefined {
  if (canBeText && bytes[0] === TEXT_VERSION && bytes.length >= SHORTEST)
    return { ...place, kind: 'text', keyId: '', bytes, ...cipherParts(bytes.subarray(1)) };
  for (const [kind, unpack] of [
    ['record', unpackRecord],
    ['key', unpackKey],
  ] as const) {
    const found = unpack(bytes);
    if (found.problem !== undefined) continue;
    const body = Buffer.from(found.body);
    const known = { ...place, keyId: found.keyId, bytes };
    if (found.mode === SEAL_MODES.cipher) return { ...known, kind, ...cipherParts(body) };
    return {
      ...known,
      kind: kind === 'key' ? 'key to' : 'record to',
      enc: body.subarray(0, 32),
      body: body.subarray(32, -TAG_BYTES),
      tag: body.subarray(-TAG_BYTES),
    };
  }
  return undefined;
}

const cipherParts = (bytes: Buffer) => ({
  iv: bytes.subarray(0, IV_BYTES),
  body: bytes.subarray(IV_BYTES, -TAG_BYTES),
  tag: bytes.subarray(-TAG_BYTES),
});
