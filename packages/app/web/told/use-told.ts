import type { ChatSummary } from '@millrace/engine/run';
import type { ChatList, ChatListState } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import { signPageTitle } from '../base/page-title.ts';
import { usePageWords } from '../base/page-words.ts';
import { readPreference } from '../base/preferences.ts';
import { useLooking } from '../base/use-looking.ts';
import { notificationPermission } from '../base/want-notifications.ts';
import { createTold } from './create-told.ts';
import { createNotifications } from './notifications.ts';
import { showNotification } from './show-notification.ts';
import { tabSignOf } from './tab-sign.ts';
import { createTabs, type Tabs } from './tabs.ts';

/** Follows the list of chats, with the other tabs of this browser, and tells the person what happens in it. */
export function useTold(list: ChatList, chat: string | undefined): void {
  const words = usePageWords();
  const newest = useRef(words);
  useEffect(() => {
    newest.current = words;
  });
  const [tabs, setTabs] = useState<Tabs>();
  useEffect(() => {
    const own = createTabs(navigator.locks);
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('millrace');
    const told = createTold({
      tabs: own,
      channel,
      notifications: createNotifications(showNotification(() => newest.current)),
      isWanted: () => readPreference('notify') === 'on' && notificationPermission() === 'granted',
      onList: list.take,
    });
    setTabs(own);
    const stop = list.open(own.ear);
    const hear = (): void => told.hear(list.getState());
    const forget = [list.subscribe(hear), own.ear.subscribe(hear)];
    return () => {
      for (const end of forget) end();
      stop();
      channel?.close();
      own.close();
    };
  }, [list]);
  const isLooking = useLooking();
  useEffect(() => tabs?.show(chat ?? '', isLooking), [tabs, chat, isLooking]);
}

const ICONS = {
  waiting: '/favicon-waiting.svg',
  unread: '/favicon-unread.svg',
  running: '/favicon-running.svg',
  idle: '/favicon.svg',
} as const;

/** Shows in the tab, by its title and its icon, that a chat waits, has news, or works. */
export function useTabSign(
  { chats }: Pick<ChatListState, 'chats'>,
  chat: ChatSummary['id'] | undefined,
): void {
  const strings = usePageWords();
  const isLooking = useLooking();
  const { sign, count } = tabSignOf(chats, isLooking ? chat : undefined);
  useEffect(() => {
    signPageTitle((title) => strings.tabTitle(sign, count, title));
    document.querySelector('link[rel="icon"]')?.setAttribute('href', ICONS[sign]);
  }, [sign, count, strings]);
}
