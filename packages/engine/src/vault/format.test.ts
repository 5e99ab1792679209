import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { boundToKey, boundToRecord, proofText, type RecordPlace, tagText } from './bound.ts';
import { packKey, packRecord, type SealMode, unpackKey, unpackRecord } from './envelope.ts';
import { KEY_LABELS, SEAL_LABELS } from './labels.ts';
import { pad, unpad } from './pad.ts';
import { isPublicKey, keyIdOf } from './public-key.ts';

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => Uint8Array.from(value));
const keyId = bytes(8).map((id) => Buffer.from(id).toString('hex'));
const mode = fc.constantFrom<SealMode[]>(1, 2);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('\ud800', '\udfff', '"', ','),
);
const place: fc.Arbitrary<RecordPlace> = fc.record({
  ...{ account: text, chat: text, kind: text, msgId: text, rev: fc.maxSafeNat() },
});
const read = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString());

test('S20 a record is its version, its mode, the id of its key, and its body', () => {
  fc.assert(
    fc.property(mode, keyId, fc.integer({ min: 1, max: 3 }), fc.nat(255), (seal, id, blocks, fill) => {
      const body = new Uint8Array((seal === 1 ? 12 : 32) + 256 * blocks + 16).fill(fill);
      const record = packRecord({ mode: seal, keyId: id, body });
      expect(Buffer.from(record).toString('hex')).toBe(`020${seal}${id}${Buffer.from(body).toString('hex')}`);
      expect(unpackRecord(record)).toEqual({ mode: seal, keyId: id, body });
    }),
  );
});

test('S20 a wrapped key is its version, its mode, the id of a public key, and its body', () => {
  const body = new Uint8Array(12 + 32 + 16).fill(9);
  expect(unpackKey(packKey({ mode: 1, keyId: '', body }))).toEqual({ mode: 1, keyId: '', body });
  const sealed = new Uint8Array(32 + 32 + 16).fill(9);
  const parts = { mode: 2, keyId: '0123456789abcdef', body: sealed } as const;
  expect(unpackKey(packKey(parts))).toEqual(parts);
  for (const id of ['', 'x', '0123456789ABCDEF', '0123456789abcdef00'])
    expect(() => packRecord({ ...parts, keyId: id })).toThrow('16 digits of hex');
});

test('S21 whatever is no record or wrapped key gives a problem, and nothing throws', () => {
  const length = fc.oneof(fc.nat(700), fc.constantFrom(62, 90, 294, 314, 550, 570));
  const wild = fc.tuple(length, fc.nat(4), fc.nat(4), fc.nat(255)).map(([size, version, seal, fill]) => {
    const input = new Uint8Array(size).fill(fill);
    input.set([version, seal].slice(0, size));
    return input;
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(wild, (input) => {
      const record = unpackRecord(input);
      if (record.problem === undefined) expect(packRecord(record)).toEqual(input);
      const key = unpackKey(input);
      if (key.problem === undefined) expect(packKey(key)).toEqual(input);
      seen.add(record.problem ?? 'record').add(key.problem ?? 'key');
    }),
    { numRuns: runs(3000) },
  );
  expect([...seen].sort()).toEqual(['key', 'not_sealed', 'record', 'unknown_mode', 'unknown_version']);
  expect(unpackRecord(new Uint8Array())).toEqual({ problem: 'not_sealed' });
  expect(unpackRecord(new Uint8Array(294))).toEqual({ problem: 'unknown_version' });
  expect(unpackRecord(Uint8Array.of(2, 3))).toEqual({ problem: 'unknown_mode' });
});

test('S21 a record has whole blocks of 256 bytes, at least one, and a wrapped key has one length', () => {
  const lengths = Array.from({ length: 1200 }, (_, length) => length);
  const taken = (seal: SealMode, unpack: typeof unpackKey): number[] =>
    lengths.filter((length) => {
      const input = new Uint8Array(length);
      input.set([2, seal].slice(0, length));
      return unpack(input).problem === undefined;
    });
  expect(taken(1, unpackRecord)).toEqual([294, 550, 806, 1062]);
  expect(taken(2, unpackRecord)).toEqual([314, 570, 826, 1082]);
  expect([taken(1, unpackKey), taken(2, unpackKey)]).toEqual([[62], [90]]);
});

test('S21 a record that was taken apart does not change with its bytes', () => {
  const input = packRecord({ mode: 1, keyId: '00'.repeat(8), body: new Uint8Array(284) });
  const record = unpackRecord(input);
  input.fill(255);
  expect(record).toEqual({ mode: 1, keyId: '00'.repeat(8), body: new Uint8Array(284) });
});

test('S22 unpad gives back what pad was given', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 800 }), (plain) => {
      const padded = pad(plain);
      expect(padded.length % 256).toBe(0);
      expect(padded.length).toBeGreaterThan(plain.length);
      expect(padded.length).toBeLessThanOrEqual(plain.length + 256);
      expect(unpad(padded)).toEqual(Uint8Array.from(plain));
    }),
  );
  expect([0, 255, 256, 511].map((length) => pad(new Uint8Array(length)).length)).toEqual([
    256, 256, 512, 512,
  ]);
});

test('S22 unpad takes nothing that pad can’t return', () => {
  const block = fc.uint8Array({ minLength: 256, maxLength: 256 });
  const tail = fc.tuple(fc.nat(256), fc.constantFrom(0, 0x80, 1)).map(([zeros, last]) => {
    const input = new Uint8Array(256).fill(0x80, 0, 256 - zeros);
    if (zeros < 256) input[255 - zeros] = last;
    return input;
  });
  fc.assert(
    fc.property(fc.oneof(block, tail), fc.boolean(), (input, twice) => {
      const padded = twice ? Uint8Array.from([...input, ...input]) : Uint8Array.from(input);
      const plain = unpad(padded);
      if (plain !== undefined) expect(pad(plain)).toEqual(padded);
    }),
    { numRuns: runs(1000) },
  );
  // The mark stands in the last block, or the text would have fitted into fewer.
  const early = new Uint8Array(512);
  early[255] = 0x80;
  for (const wrong of [new Uint8Array(), new Uint8Array(255), new Uint8Array(256), early])
    expect(unpad(wrong)).toBeUndefined();
});

test('S23 what is bound to a record is the JSON of its place', () => {
  const at = { account: 'a"', chat: 'c', kind: 'put', msgId: 'ü', rev: 3 };
  expect(read(boundToRecord(at, 1, 'ff'))).toEqual([2, 1, 'a"', 'c', 'put', 'ü', 3, 'ff']);
  expect(read(proofText(at, 'hash'))).toEqual([2, 'proof', 'a"', 'c', 'put', 'ü', 3, 'hash']);
  expect(read(boundToKey({ account: 'a', purpose: 'unlock', id: 'i' }, 2, 'ff'))).toEqual([
    ...[2, 2, 'unlock', 'a', 'i', 'ff'],
  ]);
  const publicKey = new Uint8Array(32).fill(9);
  expect(read(tagText({ account: 'a', chat: 'c', publicKey }))).toEqual([
    ...[2, 'chat_key', 'a', 'c', keyIdOf(publicKey), '09'.repeat(32)],
  ]);
  for (const rev of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => boundToRecord({ ...at, rev }, 1, 'ff')).toThrow('rev');
});

test('S23 two places never bind the same bytes, whatever their texts hold', () => {
  fc.assert(
    fc.property(place, place, mode, mode, (one, other, sealOne, sealOther) => {
      const same = JSON.stringify([one, sealOne]) === JSON.stringify([other, sealOther]);
      const [a, b] = [boundToRecord(one, sealOne, ''), boundToRecord(other, sealOther, '')];
      expect(Buffer.compare(a, b) === 0).toBe(same);
      // A character that moves from one field to the next.
      const moved = { ...one, account: one.account + one.chat, chat: '' };
      if (one.chat !== '') expect(boundToRecord(moved, sealOne, '')).not.toEqual(a);
    }),
  );
});

test('S24 no label is another one or the beginning of another one', () => {
  const labels: string[] = [...Object.values(KEY_LABELS), ...Object.values(SEAL_LABELS)];
  expect(labels.length).toBeGreaterThan(14);
  for (const label of labels) {
    expect(labels.filter((other) => other.startsWith(label))).toEqual([label]);
    expect(label).toMatch(/^millrace [ -~]+$/);
  }
});

test('S25 keyIdOf is the first 8 bytes of SHA-256', () => {
  fc.assert(
    fc.property(bytes(32), (key) => {
      expect(keyIdOf(key)).toBe(createHash('sha256').update(key).digest('hex').slice(0, 16));
    }),
  );
});

test('S26 isPublicKey refuses what has not 32 bytes, and zero and one in every spelling', () => {
  const P = 2n ** 255n - 19n;
  const little = (n: bigint): Uint8Array =>
    Uint8Array.from({ length: 32 }, (_, i) => Number((n >> BigInt(8 * i)) & 255n));
  for (const n of [0n, 1n, P - 1n, P, P + 1n])
    for (const top of [0n, 2n ** 255n]) expect([n, isPublicKey(little(n + top))]).toEqual([n, false]);
  for (const n of [2n, 9n, P - 2n, P + 2n]) expect([n, isPublicKey(little(n))]).toEqual([n, true]);
  for (const length of [0, 31, 33]) expect(isPublicKey(new Uint8Array(length).fill(9))).toBe(false);
});
