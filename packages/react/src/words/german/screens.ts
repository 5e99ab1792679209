import { formatOf } from '../format.ts';
import type { fullScreenWords } from '../full-screen.ts';
import type { sheetWords } from '../sheet.ts';
import type { trayWords } from '../tray.ts';
import type { workspaceWords } from '../workspace.ts';

const { number, count, date, ago } = formatOf('de');

export const germanFullScreen: typeof fullScreenWords = {
  closeFullScreen: 'Schließen',
  download: 'Herunterladen',
  outline: 'Gliederung',
  keys: 'Tasten',
  keyFind: 'suchen',
  keyMove: 'vorige oder nächste Vorschau',
  keyClose: 'schließen',
  wrapLines: 'Zeilen umbrechen',
  find: 'Suchen',
  matches: (found) => (found === 0 ? 'Keine Treffer' : count(found, { one: 'Treffer', other: 'Treffer' })),
  manyMatches: (most) => `Über ${number(most)} Treffer`,
  changesView: 'Änderungen',
  fileView: 'Datei',
  searchPhrases: {
    Find: 'Suchen',
    next: 'Weiter',
    previous: 'Zurück',
    all: 'Alle auswählen',
    'match case': 'Groß-/Kleinschreibung',
    regexp: 'Muster',
    'by word': 'Ganze Wörter',
    close: 'Suche schließen',
  },
  howShown: 'Ansicht',
  version: (nth, of) => `Version ${number(nth)} von ${number(of)}`,
  fullScreenFailed: 'Das konnte nicht geladen werden. Prüfe, ob der Server läuft, und lade die Seite neu.',
  changedBy: (what, when) => `Geändert durch „${what}“${when === undefined ? '' : `, ${when}`}`,
  ago: (at, now) => {
    const minutes = Math.floor((now - at) / 60_000);
    if (minutes < 1) return 'gerade eben';
    if (minutes < 60) return ago(minutes, 'minute');
    if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
    return date(at);
  },
  sinceVersion: (nth) => `Änderungen seit Version ${number(nth)}`,
};

export const germanSheet: typeof sheetWords = {
  table: 'Tabelle',
  rowNumber: 'Zeile',
  askAboutSelection: 'Zur Auswahl fragen',
  copySheet: 'Kopieren',
  sheetCopied: 'Kopiert.',
  sheetNotCopied: 'Das konnte nicht kopiert werden.',
  downloadSheet: 'Herunterladen',
  sheetFile: { csv: 'CSV', xlsx: 'Excel (XLSX)' },
  sheetNotSaved: 'Die Datei konnte nicht erstellt werden.',
  selectedCells: (cells) => `${number(cells)} ausgewählt`,
  sumAndAverage: (sum, average) => `Summe ${sum} · Durchschnitt ${average}`,
  uncalculated: 'Formeln konnten hier nicht berechnet werden und stehen deshalb als Text da.',
  sheetPreview: 'Vorschau · kann hier nicht bearbeitet werden',
  sheetArriving: 'Kann bearbeitet werden, sobald sie fertig ist',
  sheetSaved: 'Änderungen werden mit diesem Chat gespeichert',
  sheetSaving: 'Wird gespeichert…',
  sheetUnsaved: (why) => `Nicht gespeichert. ${why}`,
  sheetNewer: (from) =>
    from === ''
      ? 'Anderswo wurde eine neuere Version gespeichert'
      : `Auf ${from} wurde eine neuere Version gespeichert`,
  sheetVersion: 'Version',
  sheetVersionName: (nth, from, when) => [`Version ${number(nth)}`, when, from].filter(Boolean).join(' · '),
  fromAnswer: 'Aus der Antwort',
  restoreVersion: 'Diese Version wiederherstellen',
  sheetRestored: 'Als neueste Version wiederhergestellt.',
  sheetLoading: 'Diese Version wird geladen…',
  edited: 'bearbeitet',
  redo: 'Wiederholen',
  copyMarkdown: 'Als Markdown kopieren',
  sheetHints: { move: 'bewegen', copy: 'Zellen kopieren', edit: 'bearbeiten', close: 'schließen' },
};

export const germanTray: typeof trayWords = {
  trayTitle: 'Chat',
  trayWelcome: 'Wie kann ich helfen?',
  trayWelcomeHelp: 'Stell eine Frage. Die Antwort zeigt, welche Werkzeuge sie verwendet hat.',
  trayMessage: 'Nachricht',
  trayPlaceholder: 'Nachricht schreiben…',
  traySend: 'Senden',
  trayStop: 'Stoppen',
  trayNew: 'Neuer Chat',
  trayClose: 'Schließen',
  trayAnswering: 'Die Antwort wird geschrieben',
  trayFailed: 'Das ist fehlgeschlagen',
  toolRunning: (name) => `${name} läuft`,
  toolFailed: 'fehlgeschlagen',
  schemaProposal: 'Vorgeschlagene Tabellen',
  field: 'Feld',
  fieldType: 'Typ',
  fieldRequired: 'Pflichtfeld',
  fieldMeaning: 'Bedeutung',
  categories: 'Kategorien',
  articleCount: (articles) => count(articles, { other: 'Artikel' }),
  streams: 'Vorgeschlagene Streams',
  searchesFor: 'Sucht nach',
};

export const germanWorkspace: typeof workspaceWords = {
  instructionsFound: (files) =>
    `Dieser Arbeitsbereich enthält Anweisungen für den Assistenten (${count(files, { one: 'Datei', other: 'Dateien' })}).`,
  instructionsUnused: 'Sie kamen mit seinen Dateien und werden erst verwendet, wenn du es erlaubst.',
  readInstructions: 'Lesen',
  hideInstructions: 'Ausblenden',
  useInstructions: 'Verwenden',
  notNow: 'Nicht jetzt',
  instructionsFailed:
    'Das konnte nicht gespeichert werden. Prüfe, ob der Server läuft, und versuche es erneut.',
  instructionUsed: 'verwendet',
  instructionUnused: 'nicht verwendet',
};
