import { expect, test } from 'vitest';
import { type Holder, heldGrowth } from '../../../../fixtures/held-memory.ts';
import { type HostileText, LATE_DEFINITIONS, OPEN_TEXTS } from '../../../../fixtures/hostile-markdown.ts';
import { isLong } from '../../../../fixtures/long.ts';

/** The names of texts whose growth is more than that of the text. */
async function tooMuch(holder: Holder, texts: Readonly<Record<string, HostileText>>): Promise<string[]> {
  const growth = Object.entries(await heldGrowth(holder, 1000, texts));
  expect(growth.length).toBe(Object.keys(texts).length);
  return growth.filter(([, times]) => times > 14).map(([name, times]) => `${name}: ${times.toFixed(1)}`);
}

test('D120 what a tree that grows holds grows as its text does', async () => {
  const { 'many labels in one text': labels } = LATE_DEFINITIONS;
  const all = Object.entries({ ...OPEN_TEXTS, ...(labels && { labels }) });
  const some = Object.fromEntries(all.filter((_, i) => isLong || i % 2 === 0 || i === all.length - 1));
  expect(await tooMuch('tree', some)).toEqual([]);
});

test('D120 what a message that grows holds grows as its text does', async () => {
  const names = ['open brackets', 'pointers in C', 'lines of words', 'open quotes and lists'];
  const texts = Object.entries(OPEN_TEXTS).filter(([name]) => names.includes(name));
  expect(texts.length).toBe(names.length);
  expect(await tooMuch('message', Object.fromEntries(texts))).toEqual([]);
});
