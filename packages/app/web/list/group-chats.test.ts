import type { ChatSummary } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { groupChats } from './group-chats.ts';

const at = (...date: [number, number, number, number, number]): number => new Date(...date).getTime();
const chat = (id: string, updated_at: number): ChatSummary => ({
  id,
  title: id,
  updated_at,
  seq: 1,
  run_id: null,
  waiting: false,
  epoch: 0,
});

test('W1 chats stand under the day of their last message, by the calendar and not by hours', () => {
  const now = at(2026, 2, 10, 0, 30);
  const groups = groupChats(
    [
      chat('just now', now),
      chat('midnight', at(2026, 2, 10, 0, 0)),
      chat('an hour ago', at(2026, 2, 9, 23, 30)),
      chat('yesterday at midnight', at(2026, 2, 9, 0, 0)),
      chat('three days ago', at(2026, 2, 7, 12, 0)),
      chat('last month', at(2026, 1, 1, 12, 0)),
    ],
    now,
  );
  expect(groups.map(({ name, chats }) => [name, chats.map(({ id }) => id)])).toEqual([
    ['today', ['just now', 'midnight']],
    ['yesterday', ['an hour ago', 'yesterday at midnight']],
    ['week', ['three days ago']],
    ['older', ['last month']],
  ]);
  expect(groupChats([], now)).toEqual([]);
});
