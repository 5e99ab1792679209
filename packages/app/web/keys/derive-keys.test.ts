import type { NamedPair } from '@millrace/react/vault';
import { expect, test } from 'vitest';
import { derivePassphraseKeys } from './derive-keys.ts';
import { stretch } from './stretch.ts';

const SALT = { salt: 'AAECAwQFBgcICQoLDA0ODw', memory_kib: 64, passes: 3 };
const derive = (passphrase: string, more: object = {}) =>
  derivePassphraseKeys(passphrase, { ...SALT, ...more }, stretch);
/** A mark of a key: the name of its public half. */
const mark = ({ pair }: { readonly pair: NamedPair }): string => pair.keyId;

test('F78 a passphrase gives the same secret and the same pair each time, at the cost that is asked for', async () => {
  const [one, again] = [await derive('correct horse battery'), await derive('correct horse battery')];
  expect(one.secret).toMatch(/^[\w-]{43}$/);
  expect([again.secret, mark(again)]).toEqual([one.secret, mark(one)]);
  // People sign in with it for years: it must never change.
  const real = await derive('correct horse battery', { memory_kib: 65_536 });
  expect(real.secret).toBe('rsNjQowoKmdNYFrEMhMHfUy2KIsdrONKk0BQTrrGl4s');
  // A letter that is typed as two characters is the same letter.
  expect((await derive('caf\u00e9 au lait')).secret).toBe((await derive('cafe\u0301 au lait')).secret);
});

test('F78 another passphrase, salt or cost gives others, and the pair can’t be read', async () => {
  const keys = [
    await derive('correct horse battery'),
    await derive('Correct horse battery'),
    await derive('correct horse battery', { salt: 'DwECAwQFBgcICQoLDA0ODw' }),
    await derive('correct horse battery', { passes: 4 }),
    await derive('correct horse battery', { memory_kib: 128 }),
  ];
  expect(new Set(keys.map(({ secret }) => secret)).size).toBe(keys.length);
  expect(new Set(keys.map(mark)).size).toBe(keys.length);
  for (const { pair } of keys) {
    expect(pair.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('pkcs8', pair.privateKey)).rejects.toThrow();
  }
});
