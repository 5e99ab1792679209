import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { printRecoveryCode, readRecoveryCode } from './recovery-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const code = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Uint8Array.from(bytes));
const group = fc.nat(3);
const index = fc.nat(8);
const groupsOf = (bytes: Uint8Array): string[] => printRecoveryCode(bytes).replaceAll('-', '').split(' ');
const wrong = (text: string): readonly number[] | undefined => readRecoveryCode(text).wrongGroups;

test('S27 a recovery code reads as the bytes that were printed, however it is typed', () => {
  const spelling = fc.array(fc.constantFrom('', ' ', '-', '–', '\n', '\u00a0'), { maxLength: 45 });
  const lookalikes = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('V', 'u'),
    (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'I'),
  );
  fc.assert(
    fc.property(code, spelling, lookalikes, (bytes, gaps, spell) => {
      const printed = printRecoveryCode(bytes);
      expect(printed).toMatch(
        /^(?:[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z](?: |$)){4}$/,
      );
      expect(readRecoveryCode(printed)).toEqual({ bytes });
      const typed = Array.from(
        spell(printed.replaceAll(/[- ]/g, '')),
        (char, i) => `${char}${gaps[i] ?? ''}`,
      );
      const words = typed.join('').split(/\s+/).filter(Boolean);
      // Four words are taken for the four groups.
      if (words.length !== 4) expect(readRecoveryCode(typed.join(''))).toEqual({ bytes });
    }),
  );
  expect(printRecoveryCode(new Uint8Array(20))).toMatch(/^0000-0000-. 0000-0000-. 0000-0000-. 0000-0000-.$/);
  expect(() => printRecoveryCode(new Uint8Array(19))).toThrow('20 bytes, not 19');
});

test('S27 printed codes stay readable for ever', () => {
  const bytes = Uint8Array.from({ length: 20 }, (_, i) => 13 * i + 5);
  expect(printRecoveryCode(bytes)).toMatchInlineSnapshot(`"0M91-YB1S-J 8S9P-0VBT-N GYAA-3BNV-V S3AY-5VZW-S"`);
});

test('S28 every wrong character is found, in its group', () => {
  fc.assert(
    fc.property(code, (bytes) => {
      const groups = groupsOf(bytes);
      // All groups, places and characters, also those that are in no alphabet.
      for (const [g, text] of groups.entries())
        for (let at = 0; at < text.length; at += 1)
          for (const char of `${ALPHABET}?ß字`) {
            if (char === text[at]) continue;
            const typed = groups.with(g, text.slice(0, at) + char + text.slice(at + 1));
            expect(wrong(typed.join(' '))).toEqual([g + 1]);
          }
    }),
    { numRuns: 10 },
  );
});

test('S28 neighbours and groups that changed places are found', () => {
  fc.assert(
    fc.property(code, group, index, group, (bytes, g, at, other) => {
      const groups = groupsOf(bytes);
      const text = groups[g] ?? '';
      const swapped = text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
      expect(wrong(groups.with(g, swapped).join(' '))).toEqual(swapped === text ? undefined : [g + 1]);
      const moved = groups.with(g, groups[other] ?? '').with(other, text);
      expect(wrong(moved.join(' '))).toEqual(g === other ? undefined : [g + 1, other + 1].sort());
    }),
    { numRuns: runs(500) },
  );
});

test('S28 a character too few or too many is found, in its group where spaces part the groups', () => {
  fc.assert(
    fc.property(code, group, index, (bytes, g, at) => {
      const groups = groupsOf(bytes);
      const text = groups[g] ?? '';
      const shorter = groups.with(g, text.slice(0, at) + text.slice(at + 1));
      const longer = groups.with(g, `${text.slice(0, at)}7${text.slice(at)}`);
      expect(wrong(shorter.join(' '))).toEqual([g + 1]);
      expect(wrong(longer.join(' '))).toEqual([g + 1]);
      expect(wrong(shorter.join(''))).toContain(4);
      expect(wrong(longer.join(''))?.length).toBeGreaterThan(0);
    }),
  );
  expect(wrong('')).toEqual([1, 2, 3, 4]);
});

test('S28 readRecoveryCode never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { bytes, wrongGroups = [] } = readRecoveryCode(text);
      expect(bytes?.length ?? wrongGroups.length).toBeGreaterThan(0);
    }),
    { numRuns: runs(300) },
  );
  expect(wrong('0'.repeat(1_000_000))).toEqual([1, 2, 3, 4]);
});
