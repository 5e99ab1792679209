import type { PageWords } from '../base/page-words.ts';
import { readPreference } from '../base/preferences.ts';
import { navigate } from '../base/route.ts';
import { goToCard } from './go-to-card.ts';
import type { ShowNotification } from './notifications.ts';

/** Shows a browser's notification: what happened and, if the person wants that, the chat's title. No word of the chat. */
export function showNotification(words: () => PageWords): ShowNotification {
  return ({ chatId, title, kind }) => {
    const strings = words();
    const body = readPreference('notifyShows') === 'title' ? title || strings.untitled : '';
    try {
      const note = new Notification(strings.told[kind], {
        body,
        tag: `millrace:${chatId}`,
        icon: '/favicon.svg',
      });
      note.addEventListener('click', () => {
        note.close();
        window.focus();
        navigate(`/chat/${chatId}`);
        if (kind === 'waiting') goToCard();
      });
      return note;
    } catch {
      // Some phones show notifications only for a page that was installed.
      return undefined;
    }
  };
}
