import { formatOf, type Shortcut, type ShortcutName } from '@millrace/react';

const { number, count } = formatOf('en');

const messages = (found: number): string => count(found, { one: 'message', other: 'messages' });
const chats = (found: number): string => count(found, { one: 'chat', other: 'chats' });

/** The words of the search and of the list of shortcuts, in English. */
export const searchWords = {
  searchAll: 'Search messages, chats, commands and settings',
  searchResults: 'Results',
  searchGroups: { messages: 'Messages', chats: 'Chats', commands: 'Commands', settings: 'Settings' },
  showAllMessages: (shown: number, all: number) =>
    shown < all ? `Show ${number(shown)} of ${messages(all)}` : `Show all ${messages(all)}`,
  searchFilters: 'Filters',
  filterNames: { hasCode: 'Has code', lastMonth: 'Last month' },
  newChatWith: (words: string) => `New chat with “${words}”`,
  nothingFound: 'Nothing has these words.',
  foundCount: (found: number) => count(found, { one: 'result', other: 'results' }),
  searchedIn: (found: number, of: number) => `${messages(found)} in ${chats(of)}, searched in this browser`,
  readingChats: (done: number, of: number) => `Reading chats: ${number(done)} of ${number(of)}…`,
  searchOlder: (left: number) => `Search ${count(left, { one: 'older chat', other: 'older chats' })} too`,
  chatsUnread: (failed: number) => `${chats(failed)} could not be read.`,
  searchKeys: { move: 'move', open: 'open', close: 'close' },
  codeIn: 'Code in an answer',
  todayAt: (time: string) => `today ${time}`,
  goToBox: 'Go to the message box',
  stopAnswer: 'Stop the answer',
  themeCommand: (name: string) => `Theme: ${name}`,
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  shortcutPlaces: {
    page: 'Everywhere',
    box: 'In the message box',
    card: 'On a card that waits for you',
    preview: 'In full screen',
    search: 'In the search',
    list: 'In the list of chats',
  } satisfies Record<Shortcut['place'], string>,
  shortcutNames: {
    search: 'Search',
    newChat: 'New chat',
    shortcuts: 'This list',
    nextRegion: 'Next part of the page',
    previousRegion: 'Previous part of the page',
    review: 'Go to the first card that waits for you',
    send: 'Send',
    newLine: 'New line',
    sendNow: 'Stop the answer and send',
    stop: 'Stop the answer',
    approve: 'Approve, or send what the form says',
    askWords: 'New chat with these words',
    nextPreview: 'Next preview',
    previousPreview: 'Previous preview',
    find: 'Find in the code',
    renameChat: 'Rename',
    pinChat: 'Pin or unpin',
    moveChat: 'Move to a project',
    archiveChat: 'Archive, or take out of the archive',
    deleteChat: 'Delete',
    chatMenu: 'Open the menu of a chat',
    selectChat: 'Select, or take out of the selection',
    selectNext: 'Select the next one too',
    selectPrevious: 'Select the previous one too',
    selectAll: 'Select all',
    undoInList: 'Undo',
  } satisfies Record<ShortcutName, string>,
};
