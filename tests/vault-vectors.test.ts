import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HpkeExchange, hpkeSchedule, isPublicKey } from '@millrace/engine/vault';
import { expect, test } from 'vitest';
import { root } from './support/project-files.ts';
import { HALVES, hex, node, toHex } from './support/vault-halves.ts';

type Vector = Readonly<Record<string, string>>;
const vectors = (name: string, list = 'tests'): readonly Vector[] =>
  JSON.parse(readFileSync(join(root, `fixtures/vectors/${name}.json`), 'utf8'))[list];
const bytes = (vector: Vector, name: string): Uint8Array<ArrayBuffer> => hex(vector[name] ?? '');

test.each(HALVES)('S29 the %s half seals and opens the messages of RFC 9180', async (_, half) => {
  const list = vectors('hpke');
  expect(list).toHaveLength(2);
  for (const vector of list) {
    const bound = { info: Buffer.from(bytes(vector, 'info')).toString(), aad: bytes(vector, 'aad') };
    const ephemeral = await half.pairOf(bytes(vector, 'skEm'));
    expect(toHex(ephemeral.publicKey)).toBe(vector['enc']);
    const plain = bytes(vector, 'plaintext');
    const sealed = await half.sealFrom(ephemeral, bytes(vector, 'pkRm'), plain, bound);
    expect(toHex(sealed)).toBe(`${vector['enc']}${vector['ciphertext']}`);
    const recipient = await half.pairOf(bytes(vector, 'skRm'));
    expect(toHex(recipient.publicKey)).toBe(vector['pkRm']);
    expect((await half.hpkeOpen(recipient, sealed, bound)).plain).toEqual(plain);
  }
});

test('S29 hpkeSchedule gives the shared secret, the key and the IV of the vectors', () => {
  const kems = vectors('hpke', 'kems');
  expect(kems).toHaveLength(8);
  for (const vector of [...kems, ...vectors('hpke').slice(1)]) {
    const { privateKey } = node.pairOf(bytes(vector, 'skRm'));
    const [enc, publicKey] = [bytes(vector, 'enc'), bytes(vector, 'pkRm')];
    const shared = node.sharedSecret(privateKey, enc) ?? new Uint8Array();
    const info = Buffer.from(vector['info'] ?? '', 'hex').toString();
    const { answers, key, iv } = follow({ shared, enc, publicKey, info });
    expect(answers[1]).toBe(vector['shared_secret']);
    if (vector['key'] !== undefined) expect([key, iv]).toEqual([vector['key'], vector['base_nonce']]);
  }
});

/** Answers a schedule with Node's HMAC and keeps the answers. */
function follow(exchange: HpkeExchange): { answers: string[]; key: string; iv: string } {
  const schedule = hpkeSchedule(exchange);
  const answers: string[] = [];
  let step = schedule.next();
  while (!step.done) {
    const mac = createHmac('sha256', step.value.key).update(step.value.data).digest();
    answers.push(toHex(mac));
    step = schedule.next(new Uint8Array(mac));
  }
  return { answers, key: toHex(step.value.key), iv: toHex(step.value.iv) };
}

test.each(HALVES)('S30 the %s half encrypts and decrypts as Wycheproof says', async (_, half) => {
  const list = vectors('aes-gcm');
  expect(list).toHaveLength(48);
  for (const vector of list) {
    const key = await half.cipherKey(bytes(vector, 'key'));
    const [iv, aad, plain] = [bytes(vector, 'iv'), bytes(vector, 'aad'), bytes(vector, 'msg')];
    const sealed = hex(`${vector['ct']}${vector['tag']}`);
    const opened = await half.decryptWith(key, iv, sealed, aad);
    if (vector['result'] === 'valid') {
      expect(await half.encryptWith(key, iv, plain, aad)).toEqual(sealed);
      expect(opened).toEqual({ plain });
    } else expect([vector['tcId'], opened]).toEqual([vector['tcId'], { problem: 'refused' }]);
  }
});

test.each(HALVES)(
  'S30 the %s half multiplies on the curve as Wycheproof says, and refuses points of small order',
  async (_, half) => {
    const list = vectors('x25519');
    expect(list).toHaveLength(144);
    let refused = 0;
    for (const vector of list) {
      const [{ privateKey }, point] = [await half.pairOf(bytes(vector, 'private')), bytes(vector, 'public')];
      const isZero = /^0+$/.test(vector['shared'] ?? '');
      expect([vector['tcId'], isPublicKey(point)]).toEqual([vector['tcId'], !isZero]);
      const shared = await half.sharedSecret(privateKey, point);
      expect([vector['tcId'], shared && toHex(shared)]).toEqual([
        vector['tcId'],
        isZero ? undefined : vector['shared'],
      ]);
      if (isZero) refused += 1;
    }
    expect(refused).toBeGreaterThan(20);
  },
);

test.each(HALVES)('S30 the %s half derives as Wycheproof says', async (_, half) => {
  const list = vectors('hkdf-sha256');
  expect(list).toHaveLength(7);
  for (const vector of list) {
    const okm = await half.hkdf(bytes(vector, 'ikm'), bytes(vector, 'info'), Number(vector['size']));
    expect(toHex(okm)).toBe(vector['okm']);
  }
});
