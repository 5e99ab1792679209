import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToDraft, isLongDraft, keepBeside, keepDraft, readDraft, readLongDraft } from './drafts.ts';
import { pastedTexts } from './pasted-texts.ts';

const LONG = 'const a = 1;\n'.repeat(50_000);

/** The store that a browser gives to small things. */
class SmallStore {
  [key: string]: unknown;

  getItem(key: string): string | null {
    const value = this[key];
    return typeof value === 'string' ? value : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

beforeEach(() => vi.stubGlobal('localStorage', new SmallStore()));
afterEach(() => void vi.restoreAllMocks());

/** Lets the store of long texts fail, as that of a browser does whose disk is busy or broken. */
function breakStore(): () => void {
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError');
  });
  return () => failing.mockRestore();
}

test('D465 a long draft that can not be read now is still there, with what was written beside it', async () => {
  expect(await keepDraft('c', LONG)).toBe(true);
  expect([isLongDraft('c'), readDraft('c')]).toEqual([true, '']);
  const mend = breakStore();
  await expect(readLongDraft('c')).rejects.toThrow('Internal error.');
  expect(keepBeside('c', 'Meanwhile.')).toBe(true);
  await addToDraft('c', 'And this.');
  expect([isLongDraft('c'), readDraft('c')]).toEqual([true, 'Meanwhile.\n\nAnd this.']);
  mend();
  expect(await readLongDraft('c')).toBe(LONG);
  expect(await keepDraft('c', `${LONG}${readDraft('c')}`)).toBe(true);
  expect([await readLongDraft('c'), readDraft('c')]).toEqual([`${LONG}Meanwhile.\n\nAnd this.`, '']);
});

test('D465 words stand behind a draft, also a long one, and a short draft takes the place of a long one', async () => {
  await addToDraft(undefined, 'One.');
  await addToDraft(undefined, 'Two.');
  expect(readDraft(undefined)).toBe('One.\n\nTwo.');
  await keepDraft(undefined, LONG);
  await addToDraft(undefined, 'Three.');
  expect(await readLongDraft(undefined)).toBe(`${LONG.trimEnd()}\n\nThree.`);
  await keepDraft(undefined, 'Short.');
  expect([isLongDraft(undefined), readDraft(undefined)]).toEqual([false, 'Short.']);
});

test('D491 a text that was pasted is kept however long it is: the last fifty, and ten of the long ones', async () => {
  const long = (n: number): string => `${n}\n`.repeat(20_000);
  for (let n = 0; n < 12; n++) pastedTexts.set(`long-${n}`, long(n));
  await expect.poll(() => pastedTexts.get('long-11')).toBe(long(11));
  for (let n = 0; n < 45; n++) pastedTexts.set(`short-${n}`, `text ${n}`);
  expect(pastedTexts.get('short-44')).toBe('text 44');
  expect(pastedTexts.get('long-6')).toBeUndefined();
  await expect.poll(() => pastedTexts.get('long-7')).toBe(long(7));
  await expect.poll(() => pastedTexts.get('long-11')).toBe(long(11));
  expect(JSON.stringify(localStorage).length).toBeLessThan(3000);
});
