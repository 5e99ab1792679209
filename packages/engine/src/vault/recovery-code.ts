import type { Bytes } from './bytes.ts';

// Crockford's alphabet: without I, L, O and U. The value of a character is its index.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LOOKALIKES: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0', U: 'V' };
const GROUPS = 4;
const GROUP_BYTES = 5;
const GROUP_CHARACTERS = 8;
const PRINTED = GROUP_CHARACTERS + 1;
const CODE_BYTES = GROUPS * GROUP_BYTES;
/** A longer text is no recovery code, however many spaces it has. */
const MOST_TYPED = 500;

/** The bytes of a recovery code, or the groups that can't be right, counted from 1. */
export type ReadRecoveryCode =
  | { readonly bytes: Bytes; readonly wrongGroups?: undefined }
  | { readonly bytes?: undefined; readonly wrongGroups: readonly number[] };

/** Four groups like `4F7K-9QXA-T`: eight characters and a check character each, with a space between groups. Throws for anything but 20 bytes. */
export function printRecoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== CODE_BYTES)
    throw new Error(`A recovery code has ${CODE_BYTES} bytes, not ${bytes.length}.`);
  return Array.from({ length: GROUPS }, (_, group) => {
    const part = bytes.subarray(group * GROUP_BYTES, (group + 1) * GROUP_BYTES);
    const values = toValues(part);
    const text = [...values, checkOf(values, group)].map((value) => ALPHABET[value]).join('');
    return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
  }).join(' ');
}

/**
 * Reads what a person typed: in any case, with or without spaces and dashes, with I, L, O and U for what they look like. One wrong character in a
 * group, two neighbours in the wrong order and groups in the wrong order are always found; other mistakes in 31 of 32 cases. Never throws.
 */
export function readRecoveryCode(typed: string): ReadRecoveryCode {
  const groups = splitGroups(typed);
  const bytes = new Uint8Array(CODE_BYTES);
  const wrongGroups: number[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    const values = Array.from(groups[group] ?? '', digitOf);
    const body = values.slice(0, GROUP_CHARACTERS);
    if (values.length !== PRINTED || values.includes(-1) || values.at(-1) !== checkOf(body, group))
      wrongGroups.push(group + 1);
    else bytes.set(toBytes(body), group * GROUP_BYTES);
  }
  if (groups.length > GROUPS && wrongGroups.length === 0) wrongGroups.push(GROUPS);
  return wrongGroups.length === 0 ? { bytes } : { wrongGroups };
}

/** By spaces, if they make four groups: then a character too few stays in its own one. Else by counting. */
function splitGroups(typed: string): readonly string[] {
  if (typed.length > MOST_TYPED) return [];
  const words = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Pd}\u2212_.]/gu, '')
    .split(/\s+/u)
    .filter(Boolean);
  if (words.length === GROUPS) return words;
  return words.join('').match(/.{1,9}/gu) ?? [];
}

function digitOf(character: string): number {
  return ALPHABET.indexOf(LOOKALIKES[character] ?? character);
}

/**
 * A linear code over the field of 32 elements: the sum of all nine values, each times another power of a generator, is zero. So one wrong value
 * and two that changed places always break it. It begins with the number of the group, so that groups can't change places either.
 */
function checkOf(values: readonly number[], group: number): number {
  return values.reduce((sum, value) => double(sum ^ value), group + 1);
}

/** Times x, modulo x⁵ + x² + 1. */
function double(value: number): number {
  return (value << 1) ^ (value & 16 ? 0b100101 : 0);
}

/** Eight values of five bits. */
function toValues(bytes: Uint8Array): number[] {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: GROUP_CHARACTERS }, (_, i) => Number.parseInt(bits.slice(5 * i, 5 * i + 5), 2));
}

function toBytes(values: readonly number[]): Uint8Array {
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  return Uint8Array.from({ length: GROUP_BYTES }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2));
}
