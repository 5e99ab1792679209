import { forgetFiles } from '../kept-files.ts';
import { forgetLong, keepLong, readLong } from './long-drafts.ts';
import { forgetPasted } from './pasted-texts.ts';

const KEY = 'millrace:draft:';
/** The mark of a draft that is kept where long ones are. */
const LONG_KEY = 'millrace:long-draft:';
/** The mark of words that were written while a long draft could not be read. */
const BESIDE_KEY = 'millrace:draft-beside:';
/** A longer draft would fill the store that a browser gives to small things, which is read and written while the page waits. */
const LONG = 500_000;

/** A chat that is not begun has no id that holds over a reload. */
const nameOf = (chatId: string | undefined): string => chatId ?? 'new';

/** Tells whether the draft of a chat is a long one, which takes a moment to read. */
export function isLongDraft(chatId: string | undefined): boolean {
  return localStorage.getItem(LONG_KEY + nameOf(chatId)) !== null;
}

/** The text that was written in a chat and not sent, without an id in the chat that has not begun; of a long one, what was written beside it. */
export function readDraft(chatId: string | undefined): string {
  return localStorage.getItem((isLongDraft(chatId) ? BESIDE_KEY : KEY) + nameOf(chatId)) ?? '';
}

/** The part of a draft that is kept as a long one. Rejects when the browser can't read it now: it is still there then. */
export async function readLongDraft(chatId: string | undefined): Promise<string> {
  return (await readLong(nameOf(chatId))) ?? localStorage.getItem(KEY + nameOf(chatId)) ?? '';
}

/** Puts words behind a draft, an empty line below it. Never throws. */
export async function addToDraft(chatId: string | undefined, words: string): Promise<void> {
  const below = (draft: string): string => (draft.trim() === '' ? words : `${draft.trimEnd()}\n\n${words}`);
  if (!isLongDraft(chatId)) return void (await keepDraft(chatId, below(readDraft(chatId))));
  try {
    await keepDraft(chatId, below((await readLongDraft(chatId)) + readDraft(chatId)));
  } catch {
    keepBeside(chatId, below(readDraft(chatId)));
  }
}

/** Keeps words beside a long draft that is not read yet, and leaves that one as it is. False when there is no room. Never throws. */
export function keepBeside(chatId: string | undefined, text: string): boolean {
  return keepItem(BESIDE_KEY + nameOf(chatId), text);
}

/** Keeps it in this browser, or forgets it when nothing is left of it. False when the browser has no room for it. Never throws. */
export async function keepDraft(chatId: string | undefined, text: string): Promise<boolean> {
  const name = nameOf(chatId);
  const isLong = text.length > LONG && keepItem(LONG_KEY + name, '1') && (await keepLong(name, text));
  const isKept = isLong || keepShort(name, text);
  if (isKept) localStorage.removeItem(BESIDE_KEY + name);
  return isKept;
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
    if ([KEY, LONG_KEY, BESIDE_KEY].some((kind) => key.startsWith(kind))) localStorage.removeItem(key);
  forgetPasted();
  void forgetLong();
  void forgetFiles();
}
