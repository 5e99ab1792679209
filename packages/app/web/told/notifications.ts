import type { News } from './news-of.ts';

/** How a notification is shown: by the browser, or by a test. */
export type ShowNotification = (news: News) => Pick<Notification, 'close'> | undefined;

/** The notifications that this tab has shown. One for each chat. */
export interface Notifications {
  show(news: News): void;
  /** Takes back what is no news any more: it was read or decided, here or on another device. */
  keep(isNews: (news: News) => boolean): void;
}

export function createNotifications(show: ShowNotification): Notifications {
  const shown = new Map<string, { readonly news: News; readonly note: Pick<Notification, 'close'> }>();
  return {
    show(news) {
      shown.get(news.chatId)?.note.close();
      const note = show(news);
      if (note === undefined) shown.delete(news.chatId);
      else shown.set(news.chatId, { news, note });
    },
    keep(isNews) {
      for (const [chatId, { news, note }] of shown) {
        if (isNews(news)) continue;
        note.close();
        shown.delete(chatId);
      }
    },
  };
}
