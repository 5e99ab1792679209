import type { ChatListState } from '@millrace/react';
import { type News, newsIn, newsOf } from './news-of.ts';
import type { Notifications } from './notifications.ts';
import type { Tabs } from './tabs.ts';

export interface ToldParts {
  readonly tabs: Tabs;
  /** Reaches the other tabs; a browser without it has one tab that tells. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  readonly notifications: Notifications;
  /** Tells whether the person wants notifications. */
  readonly isWanted: () => boolean;
  /** The list as the ear has it. */
  readonly onList: (list: ChatListState) => void;
}

/** Tells the person, in one tab of all, what happens in chats that nobody looks at. */
export interface Told {
  /** The list of chats has changed in this tab. */
  hear(list: ChatListState): void;
}

type Word =
  | { readonly type: 'list'; readonly list: ChatListState }
  | { readonly type: 'notify'; readonly tab: string; readonly news: News };

/** A device on which the person reads says so within this time. */
const READ_MS = 1000;

export function createTold({ tabs, channel, notifications, isWanted, onList }: ToldParts): Told {
  let before: ChatListState['chats'] | undefined;

  const isNews = ({ chatId, kind }: News): boolean => {
    const chat = before?.find(({ id }) => id === chatId);
    return chat !== undefined && newsIn(chat)?.kind === kind;
  };

  /** The tab that shows the chat tells of it, so that a press leads there; a tab that shows none does otherwise. */
  async function tell(news: News): Promise<void> {
    if (!isNews(news) || !isWanted()) return;
    const showing = (await tabs.all()).filter(({ chat }) => chat === news.chatId);
    if (showing.some(({ isLooking }) => isLooking)) return;
    const [tab] = showing;
    if (tab === undefined || tab.id === tabs.id) notifications.show(news);
    else channel?.postMessage({ type: 'notify', tab: tab.id, news } satisfies Word);
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.type === 'list') onList(data.list);
    else if (data.tab === tabs.id) notifications.show(data.news);
  });

  return {
    hear(list) {
      if (list.status !== 'ready') return;
      const fresh = newsOf(before, list.chats);
      before = list.chats;
      notifications.keep(isNews);
      if (!tabs.ear.stays()) return;
      channel?.postMessage({ type: 'list', list } satisfies Word);
      for (const news of fresh) setTimeout(() => void tell(news), READ_MS);
    },
  };
}
