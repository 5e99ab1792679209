import type { ChatSummary } from '@millrace/engine/run';
import type { ChatListState } from '@millrace/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTold, type Told } from './create-told.ts';
import { mayOffer } from './may-offer.ts';
import { type News, newsIn, newsOf } from './news-of.ts';
import { createNotifications } from './notifications.ts';
import { tabSignOf } from './tab-sign.ts';
import { createTabs, type Tabs } from './tabs.ts';

const chat = (id: string, more: Partial<ChatSummary> = {}): ChatSummary => ({
  ...{ id, title: id, updated_at: 1, seq: 1, epoch: 0, run_id: null, waiting: false },
  ...more,
});
const listOf = (...chats: ChatSummary[]): ChatListState => ({
  chats,
  projects: [],
  devices: [],
  status: 'ready',
});
const RUNNING = { run_id: 'r' };
const WAITING = { run_id: 'r', waiting: true };

test('U483 the sign of a tab is what waits, then what is not read, then what works', () => {
  const chats = [chat('a', { unread: 'answer' }), chat('b', RUNNING), chat('c', WAITING)];
  expect(tabSignOf(chats, undefined)).toEqual({ sign: 'waiting', count: 1 });
  expect(tabSignOf(chats.slice(0, 2), undefined)).toEqual({ sign: 'unread', count: 1 });
  expect(tabSignOf(chats.slice(0, 2), 'a')).toEqual({ sign: 'running', count: 1 });
  expect(tabSignOf([chat('a')], undefined)).toEqual({ sign: 'idle', count: 0 });
});

const state = fc.constantFrom<Partial<ChatSummary>>(
  {},
  RUNNING,
  WAITING,
  { unread: 'answer' },
  { unread: 'problem' },
);

test('U484 news is what came since: never what was there, never the same again, never a chat without news', () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 5 }), fc.array(state, { maxLength: 5 }), (old, now) => {
      const [before, after] = [old, now].map((all) => all.map((more, i) => chat(`c${i}`, more)));
      expect(newsOf(undefined, after ?? [])).toEqual([]);
      expect(newsOf(after, after ?? [])).toEqual([]);
      for (const news of newsOf(before, after ?? [])) {
        const place = Number(news.chatId.slice(1));
        expect(newsIn(chat(news.chatId, now[place]))).toEqual(news);
        expect(now[place]).not.toEqual(old[place]);
      }
      const told = newsOf(before, after ?? []).map(({ chatId }) => chatId);
      const due = now.flatMap((more, i) =>
        newsIn(chat(`c${i}`, more)) !== undefined &&
        newsIn(chat(`c${i}`, old[i]))?.kind !== newsIn(chat(`c${i}`, more))?.kind
          ? [`c${i}`]
          : [],
      );
      expect(told).toEqual(due);
    }),
  );
  // Another answer in a chat that was not read is told again.
  expect(newsOf([chat('a', { unread: 'answer' })], [chat('a', { unread: 'answer', seq: 3 })])).toHaveLength(
    1,
  );
});

test('U488 who has not said yes or no is asked, also where the browser would let the page; where it would not, nobody is', () => {
  expect((['default', 'granted', 'denied', 'none'] as const).map((each) => mayOffer('ask', each))).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
  for (const wish of ['on', 'off'] as const) expect(mayOffer(wish, 'granted')).toBe(false);
});

/** The locks of one browser, as the Web Locks API has them. */
function lockManager(): LockManager {
  const held = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, { signal }: LockOptions, use: () => Promise<unknown>) {
      while (held.has(name)) {
        const gone = new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        );
        await Promise.race([held.get(name), gone]);
      }
      signal?.throwIfAborted();
      const using = use().then(() => held.delete(name));
      held.set(name, using);
      await using;
    },
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
    // Of the interface only what tabs use.
  } as unknown as LockManager;
}

interface Tab {
  readonly tabs: Tabs;
  readonly told: Told;
  readonly shown: News[];
  readonly lists: ChatListState[];
}

let open: Tab[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open = [];
});
afterEach(() => {
  for (const { tabs } of open) tabs.close();
  vi.useRealTimers();
});

/** A browser with tabs; what one says on the channel, all others hear. */
function browser(): () => Tab {
  const locks = lockManager();
  const listeners: { readonly from: object; readonly hear: (event: MessageEvent) => void }[] = [];
  return () => {
    const channel = {
      postMessage(data: unknown) {
        for (const { from, hear } of listeners) if (from !== channel) hear({ data } as MessageEvent);
      },
      addEventListener(_: string, hear: unknown) {
        listeners.push({ from: channel, hear: hear as (event: MessageEvent) => void });
      },
    };
    const tabs = createTabs(locks);
    const [shown, lists]: [News[], ChatListState[]] = [[], []];
    const notifications = createNotifications((news) => {
      shown.push(news);
      return { close: () => void shown.splice(shown.indexOf(news), 1) };
    });
    const told = createTold({
      ...{ tabs, notifications, isWanted: () => true, onList: (list) => lists.push(list) },
      channel: channel as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
    });
    const tab = { tabs, told, shown, lists };
    open.push(tab);
    return tab;
  };
}

const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(1000);
};

test('U485 of all tabs one tells: the one that shows the chat, else the ear', async () => {
  const newTab = browser();
  const [ear, other, third] = [newTab(), newTab(), newTab()];
  ear.tabs.show('', true);
  other.tabs.show('a', false);
  await settle();
  expect(open.map(({ tabs }) => tabs.ear.stays())).toEqual([true, false, false]);
  for (const { told } of open) told.hear(listOf(chat('a', RUNNING), chat('b', RUNNING)));
  for (const { told } of open) told.hear(listOf(chat('a', { unread: 'answer' }), chat('b', WAITING)));
  expect(open.flatMap(({ shown }) => shown)).toEqual([]);
  await settle();
  expect(other.shown).toEqual([{ chatId: 'a', title: 'a', kind: 'answer' }]);
  expect(ear.shown).toEqual([{ chatId: 'b', title: 'b', kind: 'waiting' }]);
  expect(third.shown).toEqual([]);
  // The others follow the ear.
  expect(third.lists.at(-1)?.chats).toHaveLength(2);
  // Read or decided anywhere: what was told is taken back.
  for (const { told } of open) told.hear(listOf(chat('a'), chat('b')));
  expect(open.flatMap(({ shown }) => shown)).toEqual([]);
});

test('U485 a chat that the person looks at, in any tab, is not told, nor one that was read within a second', async () => {
  const newTab = browser();
  const [ear, other] = [newTab(), newTab()];
  ear.tabs.show('', false);
  other.tabs.show('a', true);
  await settle();
  ear.told.hear(listOf(chat('a', RUNNING), chat('b', RUNNING)));
  ear.told.hear(listOf(chat('a', { unread: 'problem' }), chat('b', { unread: 'answer' })));
  ear.told.hear(listOf(chat('a', { unread: 'problem' }), chat('b')));
  await settle();
  expect(open.flatMap(({ shown }) => shown)).toEqual([]);
});

test('U485 when the ear is closed another tab takes its place', async () => {
  const newTab = browser();
  const [ear, other] = [newTab(), newTab()];
  await settle();
  let heard = 0;
  other.tabs.ear.subscribe(() => {
    heard += 1;
  });
  ear.tabs.close();
  await settle();
  expect([other.tabs.ear.stays(), heard]).toEqual([true, 1]);
});

test('U485 a page without locks is alone, and tells nothing while it is hidden', async () => {
  const alone = createTabs(undefined);
  alone.show('a', true);
  expect(await alone.all()).toEqual([]);
  expect(alone.ear.stays()).toBe(false);
  alone.close();
});
