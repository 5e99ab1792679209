import type { ChangeChatsRequest, ChatSummary, MessageRecord, Project } from '@millrace/engine/run';
import type { PressedKeys } from '@millrace/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ARCHIVE, arrangeChats, shownIds } from './arrange-chats.ts';
import { chatMarkdown, markdownName } from './chat-markdown.ts';
import { chatIntent, folderIntent } from './key-intent.ts';
import { markOf, markOfAll } from './mark-of.ts';
import { type PlaceWish, requestsOf, undoOf } from './place-changes.ts';
import { extend, keepKnown, NO_SELECTION, toggle } from './select.ts';

const NOW = new Date(2026, 2, 10, 12).getTime();
const chat = (id: string, more: Partial<ChatSummary> = {}): ChatSummary => ({
  ...{ id, title: id, updated_at: NOW, seq: 1, epoch: 0, run_id: null, waiting: false },
  ...more,
});
const project = (id: string, name = id): Project => ({
  ...{ id, name, instructions: '', model: null, workspace: null, created_at: 1 },
});
const ids = (chats: readonly ChatSummary[]): string[] => chats.map(({ id }) => id);

test('U430 pinned chats stand first, then projects by name, days and the archive, and each chat once', () => {
  const chats = [
    chat('a', { pinned: true, project_id: 'p' }),
    chat('b', { project_id: 'p' }),
    chat('c', { project_id: 'gone' }),
    chat('d', { archived: true, pinned: true, project_id: 'p' }),
    chat('e'),
  ];
  const arranged = arrangeChats(chats, [project('q', 'Zoo'), project('p', 'art')], NOW);
  expect(ids(arranged.pinned)).toEqual(['a']);
  expect(arranged.folders.map((folder) => [folder.project.id, ids(folder.chats)])).toEqual([
    ['p', ['b']],
    ['q', []],
  ]);
  expect(arranged.days.map((day) => [day.name, ids(day.chats)])).toEqual([['today', ['c', 'e']]]);
  expect(ids(arranged.archived)).toEqual(['d']);
  expect(shownIds(arranged, () => false)).toEqual(['a', 'c', 'e']);
  expect(shownIds(arranged, (part) => part === ARCHIVE)).toEqual(['a', 'c', 'e', 'd']);
  expect(shownIds(arranged, () => true)).toEqual(['a', 'b', 'c', 'e', 'd']);
});

test('U430 whatever chats and projects there are, each chat stands in one place', () => {
  const flag = fc.constantFrom<true | undefined>(true, undefined);
  const places = fc.array(
    fc.record({ pinned: flag, archived: flag, project_id: fc.constantFrom(undefined, 'p', 'q', 'gone') }),
  );
  fc.assert(
    fc.property(places, (all) => {
      const chats = all.map((place, i) => chat(String(i), place as Partial<ChatSummary>));
      const shown = shownIds(arrangeChats(chats, [project('p'), project('q')], NOW), () => true);
      expect([...shown].sort()).toEqual(ids(chats).sort());
    }),
  );
});

test('U431 a row has one mark: a hand before a ring, also for what is in a closed folder', () => {
  const [waits, works] = [chat('a', { run_id: 'r', waiting: true }), chat('b', { run_id: 'r' })];
  expect([waits, works, chat('c')].map(markOf)).toEqual(['waits', 'works', undefined]);
  expect(markOfAll([chat('c'), works, waits])).toBe('waits');
  expect(markOfAll([chat('c'), works])).toBe('works');
  expect(markOfAll([chat('c')])).toBeUndefined();
});

const key = (name: string, more: Partial<PressedKeys> = {}): PressedKeys => ({
  ...{ key: name, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
  ...more,
});

test.each([
  [key('F2'), { type: 'rename' }],
  [key('Delete'), { type: 'place', wish: { deleted: true } }],
  [key('p'), { type: 'place', wish: { pinned: true } }],
  [key('E'), { type: 'place', wish: { archived: false } }],
  [key('m'), { type: 'menu', menu: 'move' }],
  [key('ContextMenu'), { type: 'menu', menu: 'chats' }],
  [key('F10', { shiftKey: true }), { type: 'menu', menu: 'chats' }],
  [key(' '), { type: 'toggle' }],
  [key('a', { ctrlKey: true }), { type: 'all' }],
  [key('ArrowDown', { shiftKey: true }), { type: 'range', step: 1 }],
  [key('ArrowUp', { shiftKey: true }), { type: 'range', step: -1 }],
  // Keys of the browser and of the list stay what they are.
  [key('p', { ctrlKey: true }), undefined],
  [key('ArrowDown'), undefined],
  [key('Enter'), undefined],
])('U432 %j on a chat is %j', (pressed, intent) => {
  const about = [chat('a', { archived: true }), chat('b', { archived: true, pinned: true })];
  expect(chatIntent(pressed, about)).toEqual(intent);
});

test('U432 arrows open and close a folder in the direction of the text; the archive keeps its name', () => {
  expect(folderIntent(key('ArrowRight'), false, false)).toEqual({ type: 'open', open: true });
  expect(folderIntent(key('ArrowRight'), false, true)).toEqual({ type: 'open', open: false });
  expect(folderIntent(key('F2'), true, false)).toEqual({ type: 'rename' });
  expect(folderIntent(key('Delete'), true, false)).toEqual({ type: 'delete' });
  for (const name of ['F2', 'Delete', 'ContextMenu'])
    expect(folderIntent(key(name), false, false)).toBeUndefined();
});

test('U433 Ctrl takes one chat in or out, Shift all from the last one to it, and what is gone is not selected', () => {
  const listed = ['a', 'b', 'c', 'd'];
  const two = toggle(toggle(NO_SELECTION, 'd'), 'b');
  expect([...two.ids]).toEqual(['d', 'b']);
  expect([...extend(two, 'd', listed).ids]).toEqual(['b', 'c', 'd']);
  // The range turns around where it began.
  expect([...extend(extend(two, 'd', listed), 'a', listed).ids]).toEqual(['a', 'b']);
  expect([...extend(NO_SELECTION, 'c', listed).ids]).toEqual(['c']);
  expect([...extend({ ...two, anchor: 'gone' }, 'c', listed).ids]).toEqual(['c']);
  expect(keepKnown(two, new Set(listed))).toBe(two);
  expect([...keepKnown(two, new Set(['b'])).ids]).toEqual(['b']);
});

/** A server that only keeps places. */
function applied(chats: readonly ChatSummary[], requests: readonly ChangeChatsRequest[]): unknown {
  const places = new Map(
    chats.map(({ id, pinned = false, archived = false, project_id = null }) => [
      id,
      { pinned, archived, project_id, deleted: false },
    ]),
  );
  for (const { ids: named, ...change } of requests)
    for (const id of named) Object.assign(places.get(id) ?? {}, change);
  return [...places];
}

test('U434 an undo gives each chat what it had, whatever was done to however many', () => {
  const flag = fc.constantFrom<true | undefined>(true, undefined);
  const place = fc.record({
    pinned: flag,
    archived: flag,
    project_id: fc.constantFrom(undefined, 'p', 'q'),
  });
  const wish = fc.constantFrom<PlaceWish>(
    ...[{ pinned: true }, { pinned: false }, { archived: true }, { archived: false }],
    ...[{ project_id: 'p' }, { project_id: null }, { deleted: true }],
  );
  fc.assert(
    fc.property(fc.array(place, { minLength: 1 }), wish, (places, wanted) => {
      const chats = places.map((each, i) => chat(String(i), each as Partial<ChatSummary>));
      const done = [...requestsOf(ids(chats), wanted), ...undoOf(chats, wanted)];
      expect(applied(chats, done)).toEqual(applied(chats, []));
    }),
  );
});

test('U434 five thousand chats need five requests, and five to undo it', () => {
  const chats = Array.from({ length: 5_000 }, (_, i) => chat(String(i)));
  const sent = requestsOf(ids(chats), { archived: true });
  expect(sent.map(({ ids: each }) => each.length)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
  expect(undoOf(chats, { archived: true })).toHaveLength(5);
});

test('U436 a chat is exported as Markdown with a heading for each author, under a name that every system takes', () => {
  const record = (role: 'user' | 'assistant', text: string): MessageRecord => ({
    ...{ seq: 1, id: text, ts: 1, role, text, status: 'completed' },
  });
  const words = { you: 'You', assistant: 'Assistant' };
  const messages = [record('user', 'Hi\n'), record('assistant', '**Hello**'), record('assistant', ' ')];
  expect(chatMarkdown('A  trip\nto Oslo', messages, words)).toBe(
    '# A trip to Oslo\n\n## You\n\nHi\n\n## Assistant\n\n**Hello**\n',
  );
  expect(markdownName('Q3: churn/plan? ')).toBe('q3-churn-plan.md');
  expect(markdownName('...')).toBe('chat.md');
});
