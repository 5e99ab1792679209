import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { Opened, RecordPlace, WrapPlace, WrapPurpose } from '@millrace/engine/vault';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong, runs } from '../fixtures/long.ts';
import { generateDeviceKey, passphraseKeys } from '../packages/react/src/vault/keys.ts';
import { proofKey } from '../packages/server/src/vault/keys.ts';
import { checkProof, proveRecord } from '../packages/server/src/vault/proof.ts';
import { HALVES, type Half, hex, node, PAIRS, toHex, web } from './support/vault-halves.ts';

const RUNS = { numRuns: runs(40) };
const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 }));
const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((value): Uint8Array<ArrayBuffer> => Uint8Array.from(value));
const secret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((value): Uint8Array<ArrayBuffer> => Uint8Array.from(value));
const place: fc.Arbitrary<RecordPlace> = fc.record({
  account: text,
  chat: text,
  kind: text,
  msgId: text,
  rev: fc.maxSafeNat(),
});
const purpose = fc.constantFrom<WrapPurpose[]>('vault_key', 'chat_secret', 'unlock', 'run_key');
const wrapPlace: fc.Arbitrary<WrapPlace> = fc.record({ account: text, purpose, id: text });
const PLACE: RecordPlace = { account: 'a', chat: 'c', kind: 'put', msgId: 'm', rev: 1 };
const WRAP: WrapPlace = { account: 'a', purpose: 'vault_key', id: 'r' };
const SECRET = new Uint8Array(32).fill(7);
const ALL_ORDERS = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
];

/** Both ways of sealing a record. */
async function sealBoth(half: Half, from: Uint8Array, at: RecordPlace, plain: Uint8Array) {
  const keys = await half.chatKeys(from);
  return [await half.sealRecord(keys, at, plain), await half.sealRecordTo(keys.publicKey, at, plain)];
}

test.each(PAIRS)('S31 %s: a record opens to what was sealed, in both modes', async (_, sealer, opener) => {
  await fc.assert(
    fc.asyncProperty(secret, place, bytes(600), async (from, at, plain) => {
      const keys = await opener.chatKeys(from);
      for (const record of await sealBoth(sealer, from, at, plain)) {
        expect(await opener.openRecord(keys, at, record)).toEqual({ plain });
        expect(record.length % 256).toBe(record[1] === 1 ? 2 + 8 + 12 + 16 : 2 + 8 + 32 + 16);
      }
    }),
    RUNS,
  );
});

test.each(HALVES)('S32 %s: a record with a flipped bit never opens, wherever it is', async (_, half) => {
  const keys = await half.chatKeys(SECRET);
  const problems = new Set<string | undefined>();
  for (const record of await sealBoth(half, SECRET, PLACE, hex('c0ffee'))) {
    for (let at = 0; at < record.length; at += 1) {
      const flipped = Uint8Array.from(record);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const { plain, problem } = await half.openRecord(keys, PLACE, flipped);
      // X25519 ignores the top bit of `enc`; HPKE binds it all the same.
      expect([at, plain]).toEqual([at, undefined]);
      problems.add(problem);
    }
  }
  expect([...problems].sort()).toEqual(['other_key', 'refused', 'unknown_mode', 'unknown_version']);
});

test.each(HALVES)('S32 %s: a record that was cut or made longer never opens', async (_, half) => {
  const keys = await half.chatKeys(SECRET);
  for (const record of await sealBoth(half, SECRET, PLACE, new Uint8Array(300))) {
    const cuts = Array.from(record, (_byte, length) => record.slice(0, length));
    const longer = [1, 256].map((more) => Uint8Array.from([...record, ...new Uint8Array(more)]));
    const head = 2 + 8 + (record[1] === 1 ? 12 : 32);
    const block = Uint8Array.from([...record.slice(0, head), ...record.slice(head + 256)]);
    for (const wrong of [...cuts, ...longer, block])
      expect((await half.openRecord(keys, PLACE, wrong)).plain).toBeUndefined();
  }
});

test.each(HALVES)('S32 %s: a record opens at its own place only', async (_, half) => {
  await fc.assert(
    fc.asyncProperty(place, place, async (at, other) => {
      const keys = await half.chatKeys(SECRET);
      // One field moved at a time, and all at once.
      const moved = [
        other,
        ...Object.keys(at).map((field) => ({ ...at, [field]: other[field as keyof RecordPlace] })),
      ].filter((each) => JSON.stringify(Object.values(each)) !== JSON.stringify(Object.values(at)));
      for (const record of await sealBoth(half, SECRET, at, hex('00')))
        for (const each of moved)
          expect(await half.openRecord(keys, each, record)).toEqual({ problem: 'refused' });
    }),
    RUNS,
  );
});

test.each(HALVES)(
  'S32 %s: another chat key, and a record under a name that is not its own',
  async (_, half) => {
    const [keys, other] = [await half.chatKeys(SECRET), await half.chatKeys(SECRET.map((byte) => byte + 1))];
    for (const record of await sealBoth(half, SECRET, PLACE, hex('c0ffee'))) {
      expect(await half.openRecord(other, PLACE, record)).toEqual({ problem: 'other_key' });
      const renamed = Uint8Array.from(record);
      renamed.set(hex(other.keyId), 2);
      expect(await half.openRecord(other, PLACE, renamed)).toEqual({ problem: 'refused' });
    }
    // The AES key of one chat under the name of another one.
    const mixed = { ...keys, cipher: other.cipher };
    const [record = new Uint8Array()] = await sealBoth(half, SECRET, PLACE, hex('c0ffee'));
    expect(await half.openRecord(mixed, PLACE, record)).toEqual({ problem: 'refused' });
  },
);

test.each(HALVES)('S32 %s: a text that breaks the padding is told apart', async (_, half) => {
  const keys = await half.chatKeys(SECRET);
  const { boundToRecord, packRecord } = await import('@millrace/engine/vault');
  const body = await half.encrypt(keys.cipher, new Uint8Array(256), boundToRecord(PLACE, 1, keys.keyId));
  const record = packRecord({ mode: 1, keyId: keys.keyId, body });
  expect(await half.openRecord(keys, PLACE, record)).toEqual({ problem: 'bad_padding' });
});

test.each(HALVES)('S32 %s: random bytes never throw', async (_, half) => {
  const keys = await half.chatKeys(SECRET);
  const wrapping = await half.wrappingKey(SECRET, 'recovery');
  // Most begin as something real, so that they come further.
  const wild = fc.tuple(
    fc.constantFrom('', '0201', '0202', `0201${keys.keyId}`, `0202${keys.keyId}`),
    fc.oneof(
      bytes(100),
      fc.constantFrom(80, 284, 304, 60, 88).map((length) => new Uint8Array(length).fill(3)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(wild, async ([head, rest]) => {
      const input = Uint8Array.from([...hex(head), ...rest]);
      const opened: Opened[] = [
        await half.openRecord(keys, PLACE, input),
        await half.unwrapKey(keys, WRAP, input),
        await half.unwrapKey(wrapping, WRAP, input),
        await half.hpkeOpen(keys, input, { info: '', aad: input }),
        await half.decrypt(keys.cipher, input, input),
      ];
      for (const { plain } of opened) expect(plain).toBeUndefined();
    }),
    { numRuns: runs(300) },
  );
});

test.each(HALVES)(
  'S26 %s: nothing is sealed to a point of small order, and nothing with one opens',
  async (_, half) => {
    const keys = await half.chatKeys(SECRET);
    const [, record = new Uint8Array()] = await sealBoth(half, SECRET, PLACE, hex('c0ffee'));
    const attempt = async (seal: () => unknown): Promise<unknown> => {
      try {
        return await seal();
      } catch (error) {
        return String(error);
      }
    };
    for (const point of [...ALL_ORDERS.map(hex), new Uint8Array(31), new Uint8Array(33).fill(9)]) {
      const bound = { info: '', aad: point };
      expect(await attempt(() => half.hpkeSeal(point, SECRET, bound))).toContain('isPublicKey');
      expect(await attempt(() => half.sealRecordTo(point, PLACE, SECRET))).toContain('isPublicKey');
      expect(await attempt(() => half.wrapKeyTo(point, WRAP, SECRET))).toContain('isPublicKey');
    }
    for (const point of ALL_ORDERS) {
      const planted = Uint8Array.from(record);
      planted.set(hex(point), 10);
      expect(await half.openRecord(keys, PLACE, planted)).toEqual({ problem: 'refused' });
    }
  },
);

test.each(PAIRS)(
  'S33 %s: a wrapped key opens with its own key, at its own place',
  async (_, sealer, opener) => {
    await fc.assert(
      fc.asyncProperty(secret, secret, wrapPlace, wrapPlace, async (from, key, at, other) => {
        const pair = await opener.accountKeys(from);
        const wrapping = await opener.wrappingKey(from, 'passkey');
        const to = await sealer.wrapKeyTo(pair.publicKey, at, key);
        const by = await sealer.wrapKey(await sealer.wrappingKey(from, 'passkey'), at, key);
        expect([by.length, to.length]).toEqual([62, 90]);
        expect(await opener.unwrapKey(pair, at, to)).toEqual({ plain: key });
        expect(await opener.unwrapKey(wrapping, at, by)).toEqual({ plain: key });
        // Each opens only what was made for it.
        expect(await opener.unwrapKey(wrapping, at, to)).toEqual({ problem: 'other_key' });
        expect(await opener.unwrapKey(pair, at, by)).toEqual({ problem: 'other_key' });
        const stranger = await opener.accountKeys(key);
        if (toHex(key) !== toHex(from))
          expect(await opener.unwrapKey(stranger, at, to)).toEqual({ problem: 'other_key' });
        const recovery = await opener.wrappingKey(from, 'recovery');
        expect(await opener.unwrapKey(recovery, at, by)).toEqual({ problem: 'refused' });
        const moved = (['account', 'purpose', 'id'] as const)
          .map((field) => ({ ...at, [field]: other[field] }))
          .filter((each) => JSON.stringify(each) !== JSON.stringify(at));
        for (const each of moved) {
          expect(await opener.unwrapKey(pair, each, to)).toEqual({ problem: 'refused' });
          expect(await opener.unwrapKey(wrapping, each, by)).toEqual({ problem: 'refused' });
        }
      }),
      RUNS,
    );
  },
);

test.each(HALVES)(
  'S33 %s: a wrapped key with a flipped bit or of another length never opens',
  async (_, half) => {
    const pair = await half.accountKeys(SECRET);
    const wrapping = await half.wrappingKey(SECRET, 'recovery');
    const cases = [
      [pair, await half.wrapKeyTo(pair.publicKey, WRAP, SECRET)],
      [wrapping, await half.wrapKey(wrapping, WRAP, SECRET)],
    ] as const;
    for (const [key, wrapped] of cases) {
      for (let at = 0; at < wrapped.length; at += 1) {
        const flipped = Uint8Array.from(wrapped);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        expect((await half.unwrapKey(key, WRAP, flipped)).plain).toBeUndefined();
        expect((await half.unwrapKey(key, WRAP, wrapped.slice(0, at))).plain).toBeUndefined();
      }
    }
  },
);

test('S34 both halves make the same keys of a secret', async () => {
  await fc.assert(
    fc.asyncProperty(secret, text, async (from, token) => {
      for (const [one, two] of [
        [node.accountKeys(from), await web.accountKeys(from)],
        [node.chatKeys(from), await web.chatKeys(from)],
        [node.tokenKeys(token), await web.tokenKeys(token)],
      ] as const)
        expect([one.keyId, toHex(one.publicKey)]).toEqual([two.keyId, toHex(two.publicKey)]);
    }),
    RUNS,
  );
});

test('S34 the keys of a secret are what they always were', () => {
  const [account, chat, token] = [node.accountKeys(SECRET), node.chatKeys(SECRET), node.tokenKeys('token')];
  const keys = [
    account.own,
    chat.cipher,
    node.wrappingKey(SECRET, 'recovery'),
    node.wrappingKey(SECRET, 'passkey'),
  ];
  const found = [account, chat, token]
    .map(({ publicKey }) => toHex(publicKey))
    .concat(keys.map((key) => key.export().toString('hex')));
  expect(found).toMatchInlineSnapshot(`
    [
      "fa28ada20f8349a409c442898f18debcff141b2ed3ea28638b18ac18791f647c",
      "63a660c4e9bed44e2ce39b1893ffa0c593fa97e0cc80aa9fd982650b5f7d5c04",
      "0381f859af8811a4ccbce4a4d9d55ca18114e5bf5e3b17ef1d47529fa8b90778",
      "2d2cd7e067a8d60c61aee875bdaea53e2eaa926ac3a91d5d5842bc70f108efb2",
      "344eb4d7b44473495a229f48f5ee35cc51f00806fdb67db3630867979aea4e8d",
      "326c86e28f73901fe5bb718d61ac798d4b259d3e9b746e75149f4b52f36d2ac1",
      "46548453396b4b00e75891fa67c3355986fcc2709409f8969e6faf78dee17cfd",
    ]
  `);
  expect(new Set(found).size).toBe(found.length);
});

test('S34 no key of the web half can be read', async () => {
  const [account, chat] = [await web.accountKeys(SECRET), await web.chatKeys(SECRET)];
  const device = await generateDeviceKey();
  const { wrapping } = await passphraseKeys(SECRET);
  const { privateKey } = await web.tokenKeys('token');
  const keys = [account.privateKey, account.own, chat.privateKey, chat.cipher, device.privateKey, privateKey];
  for (const key of [...keys, wrapping, await web.wrappingKey(SECRET, 'passkey')]) {
    expect(key.extractable).toBe(false);
    for (const format of ['raw', 'pkcs8', 'jwk'] as const)
      await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow();
  }
});

test('S34 a device opens with its own key what was sealed to it', async () => {
  const [device, other] = [await generateDeviceKey(), await generateDeviceKey()];
  expect(device.keyId).not.toBe(other.keyId);
  const wrapped = node.wrapKeyTo(device.publicKey, WRAP, SECRET);
  expect(await web.unwrapKey(device, WRAP, wrapped)).toEqual({ plain: SECRET });
  expect(await web.unwrapKey(other, WRAP, wrapped)).toEqual({ problem: 'other_key' });
});

test.each(HALVES)('S34 %s: a secret of another length is refused with its name', async (_, half) => {
  const short = new Uint8Array(31);
  const wrapping = await half.wrappingKey(SECRET, 'recovery');
  const words = async (make: () => unknown): Promise<unknown> => {
    try {
      return await make();
    } catch (error) {
      return String(error);
    }
  };
  expect(await words(() => half.accountKeys(short))).toContain('A vault key has 32 bytes, not 31.');
  expect(await words(() => half.chatKeys(short))).toContain('A chat secret has 32 bytes, not 31.');
  expect(await words(() => half.pairOf(short))).toContain('A private key has 32 bytes, not 31.');
  expect(await words(() => half.wrapKey(wrapping, WRAP, short))).toContain('A wrapped key has 32 bytes');
});

const SEALS = isLong ? 10_000 : 500;

test(`S35 no IV and no enc is used twice in ${SEALS} seals`, { timeout: 120_000 }, async () => {
  const plain = new Uint8Array();
  const keys = node.chatKeys(SECRET);
  const webKeys = await web.chatKeys(SECRET);
  const heads = new Map<string, Set<string>>();
  const note = (name: string, record: Uint8Array, bytesOfHead: number): void => {
    const seen = heads.get(name) ?? new Set();
    heads.set(name, seen.add(toHex(record.subarray(10, 10 + bytesOfHead))));
  };
  for (let i = 0; i < SEALS; i += 1) {
    note('node iv', node.sealRecord(keys, PLACE, plain), 12);
    note('node enc', node.sealRecordTo(keys.publicKey, PLACE, plain), 32);
    note('web iv', await web.sealRecord(webKeys, PLACE, plain), 12);
    note('web enc', await web.sealRecordTo(webKeys.publicKey, PLACE, plain), 32);
  }
  expect([...heads].map(([name, seen]) => [name, seen.size])).toEqual([
    ['node iv', SEALS],
    ['node enc', SEALS],
    ['web iv', SEALS],
    ['web enc', SEALS],
  ]);
});

test.each(PAIRS)('S36 %s: a tag vouches for its own chat key only', async (_, sealer, opener) => {
  const claim = fc.record({ account: text, chat: text, publicKey: secret });
  await fc.assert(
    fc.asyncProperty(secret, claim, claim, fc.nat(255), async (from, one, other, bit) => {
      const [{ own }, judge] = [await sealer.accountKeys(from), await opener.accountKeys(from)];
      const tag = await sealer.tagChatKey(own, one);
      expect(await opener.checkChatKey(judge.own, one, tag)).toBe(true);
      const moved = (['account', 'chat', 'publicKey'] as const)
        .map((field) => ({ ...one, [field]: other[field] }))
        .filter((each) => JSON.stringify(each) !== JSON.stringify(one));
      for (const each of moved) expect(await opener.checkChatKey(judge.own, each, tag)).toBe(false);
      const flipped = Uint8Array.from(tag);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const stranger = await opener.accountKeys(Uint8Array.from(from, (byte) => byte ^ 1));
      expect(await opener.checkChatKey(judge.own, one, flipped)).toBe(false);
      expect(await opener.checkChatKey(judge.own, one, tag.slice(0, 31))).toBe(false);
      expect(await opener.checkChatKey(judge.own, one, new Uint8Array())).toBe(false);
      expect(await opener.checkChatKey(stranger.own, one, tag)).toBe(false);
    }),
    RUNS,
  );
});

test('S37 a proof holds for one record at one place, by one server', () => {
  const key = proofKey(SECRET);
  fc.assert(
    fc.property(place, place, bytes(80), fc.nat(255), (at, other, record, bit) => {
      const proof = proveRecord(key, at, record);
      expect(checkProof(key, at, record, proof)).toBe(true);
      const moved = Object.keys(at)
        .map((field) => ({ ...at, [field]: other[field as keyof RecordPlace] }))
        .filter((each) => JSON.stringify(each) !== JSON.stringify(at));
      for (const each of moved) expect(checkProof(key, each, record, proof)).toBe(false);
      expect(checkProof(key, at, Uint8Array.from([...record, 0]), proof)).toBe(false);
      const flipped = Uint8Array.from(proof);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      for (const wrong of [flipped, proof.slice(1), new Uint8Array()])
        expect(checkProof(key, at, record, wrong)).toBe(false);
      const stranger = proofKey(SECRET.map((byte) => byte ^ 1));
      expect(checkProof(stranger, at, record, proof)).toBe(false);
    }),
  );
});

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

test.each(HALVES)('S29 %s: @hpke/core opens what we seal, and we open what it seals', async (_, half) => {
  await fc.assert(
    fc.asyncProperty(
      secret,
      bytes(300),
      bytes(40),
      fc.string({ maxLength: 40 }),
      async (from, plain, aad, info) => {
        const pair = await half.pairOf(from);
        const label = Uint8Array.from(Buffer.from(info));
        const recipientKey = await suite.kem.deserializePrivateKey(from.buffer);
        const sealed = await half.hpkeSeal(pair.publicKey, plain, { info, aad });
        const recipient = await suite.createRecipientContext({
          recipientKey,
          enc: sealed.slice(0, 32).buffer,
          info: label.buffer,
        });
        expect(new Uint8Array(await recipient.open(sealed.slice(32).buffer, aad.buffer))).toEqual(plain);
        const sender = await suite.createSenderContext({
          recipientPublicKey: await suite.kem.deserializePublicKey(pair.publicKey.slice().buffer),
          info: label.buffer,
        });
        const theirs = new Uint8Array(await sender.seal(plain.buffer, aad.buffer));
        const whole = Uint8Array.from([...new Uint8Array(sender.enc), ...theirs]);
        expect(await half.hpkeOpen(pair, whole, { info, aad })).toEqual({ plain });
      },
    ),
    RUNS,
  );
});
