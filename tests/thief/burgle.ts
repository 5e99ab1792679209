import { isUtf8 } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import {
  boundToKey,
  hpkeSchedule,
  KEY_BYTES,
  KEY_LABELS,
  keyIdOf,
  SEAL_LABELS,
  SEAL_MODES,
  unpad,
  type WrapPurpose,
} from '../../packages/engine/src/vault.ts';
import { aboutTitle } from '../../packages/server/src/store/seal/about.ts';
import { hkdf } from '../../packages/server/src/vault/keys.ts';
import { type KeyPair, pairOf, sharedSecret } from '../../packages/server/src/vault/x25519.ts';
import type { Value } from './loot.ts';
import { INFOS, type Sealed } from './sealed-values.ts';

/** Everything that a set of words and bytes opens, also with the keys that lie in what was opened. */
export interface Burglary {
  readonly opened: ReadonlyMap<Sealed, Buffer>;
  /** The keys that opened something, by their bytes, and what each opened. */
  readonly keys: ReadonlyMap<string, readonly Sealed[]>;
  /** How many keys were tried. */
  readonly tried: number;
}

/** Bytes that may be a key, or hold one. */
export interface Source {
  readonly value: string | Buffer;
  /** How thoroughly it is tried: as 32 bytes that it may be, also as what a key is derived from, also each 32 bytes in it. */
  readonly depth: 'bytes' | 'whole' | 'windows';
}

const LABELS = [...Object.values(KEY_LABELS), 'millrace mac', ''].map((label) => Buffer.from(label));
/** Of less, any key makes something that looks like text now and then. */
const ENOUGH_TEXT = 32;
const BLOCK = 16;

/**
 * Tries all that follows from the sources as a key for all that is sealed. The place of a text is no secret, so nobody needs it.
 * With what is `known`, which one key opens and no other, a key is told by its bytes; only the rest is tried to be opened.
 */
export function burgle(
  sealed: readonly Sealed[],
  sources: Iterable<Source>,
  known: Pick<Burglary, 'opened' | 'keys'> = { opened: new Map(), keys: new Map() },
): Burglary {
  const opened = new Map<Sealed, Buffer>();
  const keys = new Map<string, Sealed[]>();
  const sure = new Set([...known.opened.keys()].map(nameOf));
  const rest = sealed.filter((each) => !sure.has(nameOf(each)));
  const [ciphers, letters] = [new Ciphers(rest), new Letters(rest)];
  const seen = new Set<string>();
  const queue = [...sources];
  let tried = 0;
  const take = (name: string, found: readonly Found[]): void => {
    for (const [each, plain, inner] of found) {
      keys.set(name, [...(keys.get(name) ?? []), each]);
      if (opened.has(each)) continue;
      opened.set(each, plain);
      queue.push(...inner);
    }
  };
  /** `isSeed` is for 32 bytes that lie there themselves or that a key was derived from them: with these people wrap keys. */
  const attempt = (key: Buffer, isSeed: boolean): void => {
    const name = key.toString('latin1');
    if (seen.has(name)) return;
    seen.add(name);
    tried += 1;
    for (const each of known.keys.get(name) ?? []) opened.set(each, known.opened.get(each) ?? key);
    take(name, ciphers.open(key, isSeed));
    if (isSeed) take(name, letters.open(key));
  };
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    for (const seed of seedsIn(source.value)) {
      if (seed.length === KEY_BYTES) attempt(seed, true);
      if (source.depth === 'bytes') continue;
      const { hash, derived } = derivedFrom(seed);
      attempt(hash, false);
      for (const key of derived) attempt(key, true);
      if (source.depth === 'windows')
        for (let at = 0; at + KEY_BYTES <= seed.length; at += 1)
          attempt(seed.subarray(at, at + KEY_BYTES), false);
    }
  }
  return { opened, keys, tried };
}

interface Derived {
  readonly hash: Buffer;
  readonly derived: readonly Buffer[];
}
/** The same short values lie in every loot of a life, and to derive keys from them takes longer than to try the keys. */
const derivedOf = new Map<string, Derived>();
const SHORT = 64;

/** All keys that are made of a value. */
function derivedFrom(seed: Buffer): Derived {
  const name = seed.length <= SHORT ? seed.toString('latin1') : undefined;
  const known = name === undefined ? undefined : derivedOf.get(name);
  if (known !== undefined) return known;
  const labels = seed.length >= BLOCK ? LABELS : [];
  const made = {
    hash: createHash('sha256').update(seed).digest(),
    derived: labels.map((label) => Buffer.from(hkdf(seed, label, KEY_BYTES))),
  };
  if (name !== undefined) derivedOf.set(name, made);
  return made;
}

const nameOf = ({ bytes }: Sealed): string => bytes.toString('latin1');

/** Something that opened, its bytes, and what to try next. */
type Found = readonly [Sealed, Buffer, readonly Source[]];

const foundText = (sealed: Sealed, plain: Buffer): Found => [
  sealed,
  plain,
  // Keys are written down in it.
  [{ value: plain.toString(), depth: 'bytes' }],
];
const foundKeys = (sealed: Sealed, ...plains: readonly Buffer[]): Found => [
  sealed,
  Buffer.concat(plains),
  plains.map((value) => ({ value, depth: 'whole' })),
];

/** The bytes that a stored value may mean. */
function* seedsIn(value: string | Buffer): Generator<Buffer> {
  if (typeof value !== 'string') {
    yield value;
    return;
  }
  yield Buffer.from(value);
  for (const word of new Set(value.match(/[A-Za-z0-9+/_-]{22,}/g) ?? [])) {
    if (word !== value) yield Buffer.from(word);
    yield Buffer.from(word, /[_-]/.test(word) ? 'base64url' : 'base64');
    if (/^([0-9a-f]{2})+$/i.test(word)) yield Buffer.from(word, 'hex');
  }
}

type Cipher = Sealed & { readonly iv: Buffer };

/** What is sealed with AES, to be tried with many keys. */
class Ciphers {
  readonly #all: readonly Cipher[];
  readonly #heads: Buffer;
  readonly #wrapped: readonly Cipher[];

  constructor(sealed: readonly Sealed[]) {
    const all = sealed.filter((each): each is Cipher => 'iv' in each);
    this.#all = all.filter(({ kind, body }) => kind !== 'key' && body.length > 0);
    this.#wrapped = all.filter(({ kind }) => kind === 'key');
    // The first bytes of a text under GCM are those under one encrypted counter, so one call looks at all texts.
    this.#heads = Buffer.concat(this.#all.map(({ iv }) => Buffer.concat([iv, Buffer.from([0, 0, 0, 2])])));
  }

  open(key: Buffer, isSeed: boolean): Found[] {
    if (this.#all.length + this.#wrapped.length === 0) return [];
    const stream = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(this.#heads);
    const texts: [Cipher, Buffer][] = [];
    const short: Cipher[] = [];
    let length = 0;
    const take = (each: Cipher): void => {
      const plain = readable(each, decrypt(key, each));
      if (plain === undefined) return;
      texts.push([each, plain]);
      length += each.body.length;
    };
    for (let i = 0; i < this.#all.length; i += 1) {
      const each = this.#all[i];
      if (each === undefined || !looksLikeText(stream, i * BLOCK, each.body)) continue;
      if (each.body.length < BLOCK) short.push(each);
      else take(each);
    }
    // Any key makes something that looks like a short text; they count beside others.
    if (texts.length > 0) for (const each of short) take(each);
    const isSure = length >= ENOUGH_TEXT;
    const all = isSure ? texts : [...texts, ...readableOf(key, short)].filter(([each]) => isTitle(key, each));
    const found = all.map(([each, plain]) => foundText(each, plain));
    for (const each of isSeed ? this.#wrapped : []) {
      const plain = unwrap(key, each);
      if (plain !== undefined) found.push(foundKeys(each, plain));
    }
    return found;
  }
}

function looksLikeText(stream: Buffer, at: number, body: Buffer): boolean {
  const length = Math.min(BLOCK, body.length);
  for (let i = 0; i < length; i += 1) {
    const byte = (stream[at + i] ?? 0) ^ (body[i] ?? 0);
    // No text has control characters; the padding of a record is one byte 0x80 and zeros.
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)
      return byte === 0 && i > 0 && isPadding(stream, at, body, i, length);
  }
  return true;
}

function isPadding(stream: Buffer, at: number, body: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (((stream[at + i] ?? 0) ^ (body[i] ?? 0)) !== 0) return false;
  return true;
}

/** Without a look at the tag: who has the key may read, whatever the text was bound to. */
function decrypt(key: Buffer, { iv, body }: { readonly iv: Buffer; readonly body: Buffer }): Buffer {
  return createDecipheriv('aes-256-ctr', key, Buffer.concat([iv, Buffer.from([0, 0, 0, 2])])).update(body);
}

/** The text, if it is one. */
function readable({ kind }: Sealed, plain: Buffer): Buffer | undefined {
  const text = kind === 'text' ? plain : unpad(plain);
  if (text === undefined || !isUtf8(text)) return undefined;
  return text.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
    ? undefined
    : Buffer.from(text);
}

const readableOf = (key: Buffer, all: readonly Cipher[]): [Cipher, Buffer][] =>
  all.flatMap((each) => {
    const plain = readable(each, decrypt(key, each));
    return plain === undefined ? [] : [[each, plain]];
  });

/** The title of a chat may be the only text under its key, and too short to be told by its letters: its tag must fit. */
function isTitle(key: Buffer, { cell, iv, body, tag }: Cipher): boolean {
  if (cell?.table !== 'chats' || cell.column !== 'title') return false;
  const { id, key_id } = cell.row;
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag);
  decipher.setAAD(Buffer.from(`1:${String(key_id)}:${aboutTitle(String(id))}`)).update(body);
  try {
    decipher.final();
    return true;
  } catch {
    return false;
  }
}

/** A wrapped key is no text, so its tag must fit: it is bound to its row. */
function unwrap(key: Buffer, sealed: Cipher): Buffer | undefined {
  for (const bound of boundTo(sealed)) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.iv).setAAD(bound.aad).setAuthTag(sealed.tag);
    const plain = decipher.update(sealed.body);
    try {
      decipher.final();
    } catch {
      continue;
    }
    waysOf.set(sealed.where, bound.way);
    return plain;
  }
  return undefined;
}

/** The way in which a wrapped key is bound to its row: by the account and one column, or two as a list. */
interface Way {
  readonly purpose: WrapPurpose;
  readonly id: readonly string[];
}

/** The way of each column, once it is known: all its rows are bound alike. */
const waysOf = new Map<string, Way>();
// Only the names of the labels that HPKE has are purposes.
const PURPOSES = Object.keys(SEAL_LABELS).filter((name) => name !== 'record') as WrapPurpose[];

/** Every place that a wrapped key of this row can be bound to. */
function* boundTo({ where, cell }: Sealed): Generator<{ readonly way: Way; readonly aad: Uint8Array }> {
  const row = cell?.row ?? {};
  const account = row['account_id'];
  if (!isShort(account)) return;
  const names = Object.keys(row).filter((name) => isShort(row[name]));
  const ids = [...names.map((a) => [a]), ...names.flatMap((a) => names.map((b) => [a, b]))];
  const known = waysOf.get(where);
  const ways =
    known === undefined ? PURPOSES.flatMap((purpose) => ids.map((id) => ({ purpose, id }))) : [known];
  for (const way of ways) {
    const [one, two] = way.id.map((name) => String(row[name]));
    const id = two === undefined ? (one ?? '') : JSON.stringify([one, two]);
    yield { way, aad: boundToKey({ account, purpose: way.purpose, id }, SEAL_MODES.cipher, '') };
  }
}

const isShort = (value: Value | undefined): value is string =>
  typeof value === 'string' && value.length <= 64;

const publicNames = new Map<string, string>();

/** The id of the public key of a private one, made once for each. */
function publicNameOf(seed: Buffer): string {
  const name = seed.toString('latin1');
  const known = publicNames.get(name) ?? keyIdOf(pairOf(seed).publicKey);
  publicNames.set(name, known);
  return known;
}

/** What is sealed to public keys. */
class Letters {
  readonly #to = new Map<string, (Sealed & { readonly enc: Buffer })[]>();

  constructor(sealed: readonly Sealed[]) {
    for (const each of sealed)
      if ('enc' in each) this.#to.set(each.keyId, [...(this.#to.get(each.keyId) ?? []), each]);
  }

  open(seed: Buffer): Found[] {
    if (this.#to.size === 0) return [];
    const letters = this.#to.get(publicNameOf(seed)) ?? [];
    return letters.map((each) => this.#read(pairOf(seed), each));
  }

  /** The name of the public key says that this is the private one, so something is always read. */
  #read({ privateKey, publicKey }: KeyPair, letter: Sealed & { readonly enc: Buffer }): Found {
    const shared = sharedSecret(privateKey, letter.enc) ?? Buffer.alloc(KEY_BYTES);
    const all = INFOS.map((info) => {
      const schedule = hpkeSchedule({ shared, enc: letter.enc, publicKey, info });
      let step = schedule.next();
      while (!step.done) {
        const { key, data } = step.value;
        step = schedule.next(new Uint8Array(createHmac('sha256', key).update(data).digest()));
      }
      const { key, iv } = step.value;
      return decrypt(Buffer.from(key), { iv: Buffer.from(iv), body: letter.body });
    });
    // Of a wrapped key nobody can tell which is right; each is tried.
    if (letter.kind === 'key to') return foundKeys(letter, ...all);
    const text = all.map((plain) => readable(letter, plain)).find((plain) => plain !== undefined);
    return foundText(letter, text ?? Buffer.alloc(0));
  }
}
