import type { chatWords } from '../chat.ts';
import { formatOf } from '../format.ts';

const { number, count } = formatOf('de');

export const germanChat: typeof chatWords = {
  showFull: 'Ganze Nachricht anzeigen',
  showLess: 'Weniger anzeigen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren verhindert. Markiere den Text stattdessen.',
  retry: 'Erneut versuchen',
  retryIn: (seconds) => `Erneut in ${number(seconds)} s`,
  answerWith: (model) => `Stattdessen ${model} verwenden`,
  details: 'Details',
  partKept: 'Der Teil, der angekommen ist, bleibt erhalten.',
  continueAnswer: 'Fortsetzen',
  runLost:
    'Dieser Lauf endete, als der Server neu gestartet wurde. Der Teil, der angekommen ist, wird gezeigt.',
  answerReady: (parts) => ['Antwort fertig', ...parts].join(', '),
  parts: {
    paragraphs: (many) => count(many, { one: 'Absatz', other: 'Absätze' }),
    headings: (many) => count(many, { one: 'Überschrift', other: 'Überschriften' }),
    lists: (many) => count(many, { one: 'Liste', other: 'Listen' }),
    tables: (many) => count(many, { one: 'Tabelle', other: 'Tabellen' }),
    code: (many) => count(many, { one: 'Codeblock', other: 'Codeblöcke' }),
  },
  queued: 'Wartende Nachrichten',
  queuedNext: 'Wird gesendet, wenn dieser Zug endet',
  queuedOffline: 'Wird gesendet, sobald du wieder online bist',
  removeQueued: (text) => `Nicht senden: ${text}`,
  editMessage: 'Bearbeiten',
  editedMessage: 'Deine Nachricht',
  sendEdited: 'Senden',
  cancelEdit: 'Abbrechen',
  branches: 'Versionen dieser Nachricht',
  branch: (nth, of) => `${number(nth)} von ${number(of)}`,
  previousBranch: 'Vorherige Version',
  nextBranch: 'Nächste Version',
};
