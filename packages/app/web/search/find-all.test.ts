import type { MessageRecord } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { type Filters, findAll, messageLine } from './find-all.ts';
import { indexMessage } from './indexed-message.ts';

const NONE: Filters = { hasCode: false, lastMonth: false };
const DAY = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY;

const messageOf = (text: string, age = 0): ReturnType<typeof indexMessage> => {
  const record: MessageRecord = {
    seq: 1,
    id: text,
    ts: NOW - age,
    role: 'assistant',
    text,
    status: 'completed',
  };
  return indexMessage('c', record);
};
const chatOf = (title: string, age = 0) => ({
  ...{ id: title, title, updated_at: NOW - age, seq: 1, epoch: 0, run_id: null, waiting: false },
});
const SEARCHED = {
  messages: [messageOf('The **churn** of the plan'), messageOf('Look:\n```sql\nselect churn\n```', 40 * DAY)],
  chats: Array.from({ length: 8 }, (_, place) => ({
    ...chatOf(`Churn ${place}`, place * 10 * DAY),
    ...(place < 2 && { project_id: 'g' }),
  })),
  projects: new Map([['g', 'Growth']]),
  commands: [
    { id: 'a', title: 'New chat', run: () => {} },
    { id: 'b', title: 'New chat in Growth', isHidden: true as const, run: () => {} },
  ],
  settings: [{ section: 'appearance', name: 'Theme', title: 'Theme' } as const],
};
const counts = (query: string, filters: Partial<Filters> = {}): number[] =>
  Object.values(findAll(query, { ...NONE, ...filters }, SEARCHED, NOW)).map((found) => found.length);

test('U503 what has all words of the query is found, of every kind', () => {
  expect(counts('churn')).toEqual([2, 8, 0, 0]);
  expect(counts('plan churn')).toEqual([1, 0, 0, 0]);
  expect(counts('chat')).toEqual([0, 0, 2, 0]);
  // A chat by the name of its project too.
  expect(counts('growth')).toEqual([0, 2, 1, 0]);
  expect(counts('churn growth 1')).toEqual([0, 1, 0, 0]);
  expect(counts('THEME')).toEqual([0, 0, 0, 1]);
  expect(counts('  ')).toEqual([0, 5, 1, 0]);
});

test('U503 a filter leaves what it says', () => {
  expect(counts('churn', { hasCode: true })).toEqual([1, 0, 0, 0]);
  expect(counts('churn', { lastMonth: true })).toEqual([1, 3, 0, 0]);
  expect(counts('chat', { lastMonth: true })).toEqual([0, 0, 0, 0]);
});

test('U503 a row shows the part of a message that has the words, without the signs of Markdown', () => {
  const [prose, code] = SEARCHED.messages.map((message) => messageLine(message, 'churn', false));
  expect([prose?.isCode, prose?.title.map(({ text }) => text)]).toEqual([
    false,
    ['The ', 'churn', ' of the plan'],
  ]);
  expect([code?.isCode, code?.title.map(({ text }) => text)]).toEqual([true, ['select ', 'churn']]);
});
