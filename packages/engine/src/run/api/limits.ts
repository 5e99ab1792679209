/** How many projects there can be. */
export const MOST_PROJECTS = 100;
/** How many chats one request can change. */
export const MOST_CHATS_AT_ONCE = 1_000;
/** For how long a deleted chat or project can be brought back, in milliseconds. Then it is erased. */
export const UNDO_MS = 10 * 60_000;
