import { formatOf } from '@millrace/react';
import type { searchWords } from './search-words.ts';

const { number, count } = formatOf('de');

const messages = (found: number): string => count(found, { one: 'Nachricht', other: 'Nachrichten' });

/** The words of the search and of the list of shortcuts, in German. */
export const germanSearch: typeof searchWords = {
  searchAll: 'Nachrichten, Chats, Befehle und Einstellungen durchsuchen',
  searchResults: 'Ergebnisse',
  searchGroups: { messages: 'Nachrichten', chats: 'Chats', commands: 'Befehle', settings: 'Einstellungen' },
  showAllMessages: (shown, all) =>
    shown < all
      ? `${number(shown)} von ${messages(all)} zeigen`
      : `${all === 1 ? 'Die' : 'Alle'} ${messages(all)} zeigen`,
  searchFilters: 'Filter',
  filterNames: { hasCode: 'Mit Code', lastMonth: 'Letzter Monat' },
  newChatWith: (words) => `Neuer Chat mit „${words}“`,
  nothingFound: 'Nichts enthält diese Wörter.',
  foundCount: (found) => count(found, { one: 'Ergebnis', other: 'Ergebnisse' }),
  searchedIn: (found, of) =>
    `${messages(found)} in ${count(of, { one: 'Chat', other: 'Chats' })}, in diesem Browser durchsucht`,
  readingChats: (done, of) => `Chats werden gelesen: ${number(done)} von ${number(of)}…`,
  searchOlder: (left) => `Auch ${count(left, { one: 'älteren Chat', other: 'ältere Chats' })} durchsuchen`,
  chatsUnread: (failed) =>
    failed === 1
      ? 'Ein Chat konnte nicht gelesen werden.'
      : `${number(failed)} Chats konnten nicht gelesen werden.`,
  searchKeys: { filters: 'Filter', move: 'bewegen', open: 'öffnen', newTab: 'neuer Tab', close: 'schließen' },
  codeIn: 'Code in einer Antwort',
  todayAt: (time) => `heute ${time}`,
  newChatIn: (project) => `Neuer Chat in ${project}`,
  hereCommand: (name) => `Dieser Chat: ${name}`,
  goToBox: 'Zum Nachrichtenfeld gehen',
  stopAnswer: 'Antwort stoppen',
  themeCommand: (name) => `Farbschema: ${name}`,
  shortcuts: 'Tastenkürzel',
  close: 'Schließen',
  shortcutPlaces: {
    page: 'Überall',
    box: 'Im Nachrichtenfeld',
    card: 'Auf einer Karte, die auf dich wartet',
    preview: 'Im Vollbild',
    search: 'In der Suche',
    list: 'In der Liste der Chats',
  },
  shortcutNames: {
    search: 'Suchen',
    newChat: 'Neuer Chat',
    shortcuts: 'Diese Liste',
    nextRegion: 'Nächster Teil der Seite',
    previousRegion: 'Voriger Teil der Seite',
    review: 'Zur ersten Karte gehen, die auf dich wartet',
    send: 'Senden',
    newLine: 'Neue Zeile',
    sendNow: 'Antwort stoppen und senden',
    stop: 'Antwort stoppen',
    approve: 'Erlauben, oder das Formular senden',
    askWords: 'Neuer Chat mit diesen Wörtern',
    openTab: 'In einem neuen Tab öffnen',
    nextPreview: 'Nächste Vorschau',
    previousPreview: 'Vorige Vorschau',
    find: 'Im Code suchen',
    renameChat: 'Umbenennen',
    pinChat: 'Anheften oder lösen',
    moveChat: 'In ein Projekt verschieben',
    archiveChat: 'Archivieren oder aus dem Archiv holen',
    deleteChat: 'Löschen',
    chatMenu: 'Menü eines Chats öffnen',
    selectChat: 'Auswählen oder aus der Auswahl nehmen',
    selectNext: 'Auch den nächsten auswählen',
    selectPrevious: 'Auch den vorigen auswählen',
    selectAll: 'Alle auswählen',
    undoInList: 'Rückgängig machen',
  },
};
