import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from './sealer.ts';

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const sealer = createSealer(key(1));

test('S1 what was sealed opens as it was, and never looks the same twice', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (plain, about) => {
      const sealed = sealer.seal(plain, about);
      expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/);
      expect(sealer.open(sealed, sealer.keyId, about)).toBe(plain);
      expect(sealer.seal(plain, about)).not.toBe(sealed);
    }),
  );
});

test('S1 a text that was changed anywhere, cut, or moved to another place does not open', () => {
  const sealed = Buffer.from(sealer.seal('a text', 'here'), 'base64');
  const open =
    (bytes: Uint8Array, about = 'here') =>
    () =>
      sealer.open(Buffer.from(bytes).toString('base64'), sealer.keyId, about);
  expect(open(sealed)()).toBe('a text');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ 1 : byte));
    expect(open(changed)).toThrow(/here can't be decrypted/);
    expect(open(sealed.subarray(0, at))).toThrow(/here can't be decrypted/);
  }
  for (const elsewhere of ['', 'her', 'hero', 'here ', 'there']) {
    expect(open(sealed, elsewhere)).toThrow(`${elsewhere} can't be decrypted`);
  }
});

test('S1 a key that is not here is named', () => {
  const other = createSealer(key(2));
  expect(other.keyId).toMatch(/^[0-9a-f]{16}$/);
  expect(other.keyId).not.toBe(sealer.keyId);
  expect(createSealer(key(1)).keyId).toBe(sealer.keyId);
  const sealed = other.seal('a text', 'here');
  expect(() => sealer.open(sealed, other.keyId, 'here')).toThrow(
    `here is encrypted with the key ${other.keyId}, which is not available.`,
  );
  // Also when the name of the key was changed.
  expect(() => sealer.open(sealed, sealer.keyId, 'here')).toThrow(/can't be decrypted/);
  expect(() => createSealer(new Uint8Array(31))).toThrow('A data key must have 32 bytes, not 31.');
});
