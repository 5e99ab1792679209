import { forgetFiles } from './kept-files.ts';
import { forgetLong, keepLong, readLong } from './long-drafts.ts';
import { forgetPasted } from './pasted-texts.ts';

const KEY = 'millrace:draft:';
/** The mark of a draft that is kept where long ones are. */
const LONG_KEY = 'millrace:long-draft:';
/** A longer draft would fill the store that a browser gives to small things, which is read and written while the page waits. */
const LONG = 500_000;

/** A chat that is not begun has no id that holds over a reload. */
const nameOf = (chatId: string | undefined): string => chatId ?? 'new';

/** Tells whether the draft of a chat is a long one, which takes a moment to read. */
export function isLongDraft(chatId: string | undefined): boolean {
  return localStorage.getItem(LONG_KEY + nameOf(chatId)) !== null;
}

/** The text that was written in a chat and not sent, if it is not a long one; without an id, in the chat that has not begun. */
export function readDraft(chatId: string | undefined): string {
  return isLongDraft(chatId) ? '' : shortDraft(chatId);
}

/** The text that was written in a chat and not sent, however long it is. Never throws. */
export async function readWholeDraft(chatId: string | undefined): Promise<string> {
  const long = isLongDraft(chatId) ? await readLong(nameOf(chatId)) : undefined;
  return long ?? shortDraft(chatId);
}

function shortDraft(chatId: string | undefined): string {
  return localStorage.getItem(KEY + nameOf(chatId)) ?? '';
}

/** Keeps it in this browser, or forgets it when nothing is left of it. False when the browser has no room for it. Never throws. */
export async function keepDraft(chatId: string | undefined, text: string): Promise<boolean> {
  const name = nameOf(chatId);
  if (text.length <= LONG) return keepShort(name, text);
  if (keepItem(LONG_KEY + name, '1') && (await keepLong(name, text))) return true;
  return keepShort(name, text);
}

function keepShort(name: string, text: string): boolean {
  const isKept = keepItem(KEY + name, text);
  if (isKept && localStorage.getItem(LONG_KEY + name) !== null) {
    localStorage.removeItem(LONG_KEY + name);
    void forgetLong(name);
  }
  return isKept;
}

function keepItem(key: string, text: string): boolean {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    // It is still in the box.
    return false;
  }
}

/** Forgets what was written in any chat. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(KEY) || key.startsWith(LONG_KEY)) localStorage.removeItem(key);
  forgetPasted();
  void forgetLong();
  void forgetFiles();
}
