import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDevice, signDevice } from '../packages/react/src/vault/device-link.ts';
import { credentialPair } from '../packages/react/src/vault/keys.ts';
import { unwrapKey, wrapKeyTo } from '../packages/react/src/vault/wrapped-key.ts';
import { node, toHex } from './support/vault-halves.ts';

const RUNS = { numRuns: 25 };
const some = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((value): Uint8Array<ArrayBuffer> => Uint8Array.from(value));
const KINDS = ['recovery', 'passkey', 'passphrase'] as const;

test('S100 what anybody seals to a credential opens with its secret again, and with that of no other kind', async () => {
  await fc.assert(
    fc.asyncProperty(some(20), some(32), fc.constantFrom(...KINDS), async (secret, key, kind) => {
      const { publicKey, keyId } = await credentialPair(secret, kind);
      const place = { account: 'a', purpose: 'vault_key', id: keyId } as const;
      for (const sealed of [await wrapKeyTo(publicKey, place, key), node.wrapKeyTo(publicKey, place, key)])
        for (const other of KINDS) {
          const opened = await unwrapKey(await credentialPair(secret, other), place, sealed);
          expect(opened).toEqual(other === kind ? { plain: key } : { problem: 'other_key' });
        }
    }),
    RUNS,
  );
});

test('S100 the pairs of a secret never change', async () => {
  const secret = new Uint8Array(20).fill(7);
  const ids = await Promise.all(KINDS.map((kind) => credentialPair(secret, kind)));
  expect(ids.map(({ keyId }) => keyId)).toMatchInlineSnapshot(`
    [
      "188238494a9ca1c2",
      "eb0eba869e7dd69a",
      "049419861a3f05d4",
    ]
  `);
});

test('S101 a device vouches for its key with the secret of a link: for no other account, key or link', async () => {
  await fc.assert(
    fc.asyncProperty(some(16), some(16), some(32), some(32), async (secret, other, key, planted) => {
      const mac = await signDevice(secret, 'a', key);
      expect(await checkDevice(secret, 'a', key, mac)).toBe(true);
      expect(await checkDevice(secret, 'b', key, mac)).toBe(false);
      if (toHex(other) !== toHex(secret)) expect(await checkDevice(other, 'a', key, mac)).toBe(false);
      if (toHex(planted) !== toHex(key)) expect(await checkDevice(secret, 'a', planted, mac)).toBe(false);
      expect(await checkDevice(secret, 'a', key, mac.slice(1))).toBe(false);
    }),
    RUNS,
  );
});
