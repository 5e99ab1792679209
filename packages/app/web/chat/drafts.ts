const KEY = 'millrace:draft:';

/** A chat that is not begun has no id that holds over a reload. */
const keyOf = (chatId: string | undefined): string => KEY + (chatId ?? 'new');

/** The text that was written in a chat and not sent; without an id, in the chat that has not begun. */
export function readDraft(chatId: string | undefined): string {
  return localStorage.getItem(keyOf(chatId)) ?? '';
}

/** Keeps it in this browser, or forgets it when nothing is left of it. False when the browser has no room for it. Never throws. */
export function keepDraft(chatId: string | undefined, text: string): boolean {
  try {
    if (text === '') localStorage.removeItem(keyOf(chatId));
    else localStorage.setItem(keyOf(chatId), text);
    return true;
  } catch {
    // It is still in the box.
    return false;
  }
}

/** Forgets what was written in any chat. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key);
}
