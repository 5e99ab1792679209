import { formatOf } from '../format.ts';
import { clock, duration, roughly } from '../times.ts';
import type { Words } from '../words-context.ts';
import { germanApproval } from './approval.ts';
import { germanChanges } from './changes.ts';
import { germanChat } from './chat.ts';
import { germanCompletion } from './completion.ts';
import { germanDocument, germanEmbeds } from './embeds.ts';
import { germanFiles } from './files.ts';
import { germanReasons } from './reasons.ts';
import { germanRules } from './rules.ts';
import { germanFullScreen, germanSheet, germanTray, germanWorkspace } from './screens.ts';
import { germanProblems, germanStops } from './stops.ts';
import { germanTimeline } from './timeline.ts';

const { number, percent, count, megabytes } = formatOf('de');
const FILE = { one: 'Datei', other: 'Dateien' };
const IMAGE = { one: 'Bild', other: 'Bilder' };

/** Every word that the components show, in German. */
export const germanWords: Words = {
  locale: 'de',
  ...germanApproval,
  ...germanChanges,
  ...germanChat,
  ...germanCompletion,
  ...germanDocument,
  ...germanEmbeds,
  ...germanFiles,
  ...germanFullScreen,
  ...germanProblems,
  ...germanSheet,
  ...germanReasons,
  ...germanRules,
  ...germanStops,
  ...germanTimeline,
  ...germanTray,
  ...germanWorkspace,
  ctrlKey: 'Strg',
  shiftKey: 'Umschalt',
  deleteKey: 'Entf',
  spaceKey: 'Leertaste',
  conversation: 'Unterhaltung',
  you: 'Du',
  assistant: 'Assistent',
  thinking: 'Denkt nach…',
  nowThinking: 'Denkt nach',
  thought: (ms) => (ms === undefined || ms < 1000 ? 'Nachgedacht' : `${duration(ms)} nachgedacht`),
  toolCall: (name) => `Werkzeugaufruf: ${name}`,
  toolStates: {
    writing: 'schreibt…',
    queued: 'wartet, bis es dran ist',
    waiting: 'wartet auf dich',
    decided: 'startet…',
    running: 'läuft',
    done: 'fertig',
    failed: 'fehlgeschlagen',
    denied: 'abgelehnt',
    cancelled: 'nicht ausgeführt',
    uncertain: 'vielleicht ausgeführt',
  },
  input: 'Eingabe',
  output: 'Ausgabe',
  inputAndOutput: 'Eingabe und Ausgabe',
  noArguments: 'Keine Argumente',
  percent,
  took: (ms) => (ms < 10_000 ? `${number(ms / 1000, 1)} s` : duration(ms)),
  elapsed: duration,
  roughly,
  clock,
  waitingForYou: 'Wartet auf dich',
  asksYou: 'Fragt dich',
  arrived: (sentences) => `Wartet auf dich: ${sentences.join('; ')}`,
  waitingActions: (actions) =>
    `${count(actions, { one: 'Aktion wartet', other: 'Aktionen warten' })} auf dich`,
  review: 'Ansehen',
  mayHaveRun:
    'Das wurde vielleicht schon ausgeführt: Der Server hat mittendrin gestoppt. Prüfe es und entscheide dann.',
  approve: 'Genehmigen',
  edit: 'Bearbeiten',
  reject: 'Ablehnen…',
  runAgain: 'Noch einmal ausführen',
  leaveIt: 'So lassen',
  addNote: 'Notiz hinzufügen',
  note: 'Was soll es wissen?',
  approveAndSend: 'Genehmigen und senden',
  alwaysRule: 'Diese Regel wird gespeichert. Du kannst sie in den Einstellungen widerrufen.',
  alwaysWhich: 'Eine dieser Regeln wird gespeichert. Du kannst sie in den Einstellungen widerrufen.',
  saveRule: 'Regel speichern und ausführen',
  addImages: 'Bilder hinzufügen',
  images: 'Bilder',
  removeImage: (name) => `${name} entfernen`,
  pastedImage: 'Eingefügtes Bild',
  imageType: (name) => `${name} ist kein PNG-, JPEG-, GIF- oder WebP-Bild.`,
  imageBroken: (name) => `${name} konnte nicht als Bild gelesen werden.`,
  imageCount: (most) => `Höchstens ${count(most, IMAGE)}.`,
  imageTotal: (name) => `${name} ist zu groß. Alle Bilder zusammen dürfen höchstens 500 KB haben.`,
  withImages: (what, images) => `${what}, mit ${count(images, { one: 'Bild', other: 'Bildern' })}`,
  until: (time) => `bis ${time}`,
  expiredHead: 'Abgelaufen',
  background: 'Läuft im Hintergrund weiter.',
  subAgent: 'Unteragent',
  suggestions: 'Vorschläge',
  tryIt: 'Probier es aus:',
  pressAgain: (label) => `Noch einmal drücken: ${label}`,
  unknownAction: 'Diese Seite unterstützt diese Aktion nicht.',
  data: (type) => `Daten: ${type}`,
  windowFill: (part) =>
    `Dieser Chat füllt ${percent(Math.floor(part * 100) / 100)} des Kontextfensters des Modells. Ältere Nachrichten werden automatisch zusammengefasst.`,
  condensed: (messages) =>
    `${count(messages, { one: 'frühere Nachricht wurde', other: 'frühere Nachrichten wurden' })} zusammengefasst`,
  usage: (input, output) => `${number(input)} Tokens gelesen, ${number(output)} geschrieben`,
  mode: 'Modus',
  editing: 'Wird bearbeitet',
  inputAsJson: 'Eingabe als JSON',
  approveWithChanges: 'Mit Änderungen genehmigen',
  discardChanges: 'Änderungen verwerfen',
  changes: (changes) => {
    if (changes === 0) return 'Noch keine Änderungen an dem, was das Modell wollte.';
    return `${count(changes, { one: 'Änderung', other: 'Änderungen' })} an dem, was das Modell wollte. Das Modell erfährt davon.`;
  },
  jsonProblem: (line, column, message) => `Zeile ${number(line)}, Spalte ${number(column)}: ${message}`,
  jsonUnfinished: 'Das JSON ist unvollständig: Etwas ist noch offen.',
  jsonNoObject: 'Die Eingabe muss ein JSON-Objekt sein: { … }.',
  feedback: 'Was soll es stattdessen tun? (optional)',
  rejectAndSend: 'Ablehnen und senden',
  back: 'Zurück',
  sendingDecision: 'Deine Entscheidung wird gesendet…',
  hiddenNote: 'Unsichtbare Zeichen werden als Escapes gezeigt, zum Beispiel \\u{200B}.',
  hiddenCharacter: 'Unsichtbares Zeichen',
  manyLines: (lines, shown) => `${number(lines)} Zeilen, ${number(shown)} davon zu sehen`,
  showAll: 'Alle anzeigen',
  sendsBy: (keys) => `${keys} sendet`,
  enterAlone: (keys) => `Die Eingabetaste allein genehmigt nicht. Drücke ${keys}.`,
  offline: (message) =>
    `Deine Entscheidung ist nicht angekommen. ${message} Sende sie noch einmal; sie zählt nur einmal.`,
  expired: 'Es ist zu spät zum Entscheiden: Die Zeit ist um, oder der Lauf ist zu Ende.',
  firstHolds: (what) => `${what}. Die erste Entscheidung gilt; deine hat nichts geändert.`,
  decisions: {
    approve: 'Genehmigt',
    approve_always: 'Immer erlaubt',
    edit: 'Mit Änderungen genehmigt',
    reject: 'Abgelehnt',
  },
  doubtDecisions: { again: 'Noch einmal ausgeführt', left: 'So gelassen' },
  decidedBy: (what, here) => (here ? `${what} von dir` : `${what} von einem anderen Gerät`),
  said: (what, words) => `${what}: „${words}“`,
  reconnecting: 'Verbindet neu. Der Agent arbeitet auf dem Server weiter.',
  unreached: 'Verbindet neu: Der Server ist nicht erreichbar.',
  connectedAgain: 'Wieder verbunden',
  generating: 'Antwort wird erzeugt',
  answerStopped: 'Antwort gestoppt',
  stoppedAfter: (ms) => `Von dir gestoppt nach ${duration(ms)}`,
  stopped: 'Von dir gestoppt',
  goBack: 'Hierher zurückgehen',
  goBackTitle: 'Vor diese Nachricht zurückgehen',
  changedSince: (files) =>
    files === undefined
      ? 'Prüft, was sich seitdem geändert hat…'
      : files === 0
        ? 'Seitdem hat sich keine Datei geändert.'
        : `${count(files, { one: 'Datei hat', other: 'Dateien haben' })} sich seitdem geändert:`,
  moreFiles: (files) => `und ${number(files)} weitere`,
  goBackWhat: { both: 'Dateien und Unterhaltung', files: 'Nur Dateien', conversation: 'Nur Unterhaltung' },
  wentBack: (messages, files) =>
    `Zurückgegangen: ${count(messages, { one: 'Nachricht', other: 'Nachrichten' })} ausgeblendet, ${count(files, FILE)} wiederhergestellt.`,
  checkpointDisk: (bytes, bound) =>
    `Gesicherte Stände belegen ${megabytes(bytes)} von höchstens ${megabytes(bound)}.`,
  undo: 'Rückgängig',
  dismiss: 'Ausblenden',
  revert: 'Rückgängig machen',
  reverting: 'Wird rückgängig gemacht…',
  reverted: 'Rückgängig gemacht.',
  revertFailed: 'Das konnte nicht rückgängig gemacht werden.',
  preview: 'Vorschau',
  previewLoading: 'Wird geladen…',
  previewFailed: 'Für diese Seite gibt es keine Vorschau.',
  arriving: 'kommt an…',
  lines: (many) => count(many, { one: 'Zeile', other: 'Zeilen' }),
  focusBegins: 'Dieser Fokus gilt ab hier.',
  focusEnds: 'Dieser Fokus ist beendet.',
  memoriesRead: 'Einstellungen und Erinnerungen',
  nothingFound: 'Nichts gefunden.',
  moreFound: (many) => count(many, { one: 'weitere Seite', other: 'weitere Seiten' }),
  moreLines: (many) => count(many, { one: 'weitere Zeile', other: 'weitere Zeilen' }),
  words: (many) => count(many, { one: 'Wort', other: 'Wörter' }),
  moreWords: (many) => count(many, { one: 'weiteres Wort', other: 'weitere Wörter' }),
  sheetSize: (rows, columns) =>
    `${count(rows, { one: 'Zeile', other: 'Zeilen' })} · ${count(columns, { one: 'Spalte', other: 'Spalten' })}`,
  moreCells: (rows, columns) =>
    [
      rows > 0 && count(rows, { one: 'weitere Zeile', other: 'weitere Zeilen' }),
      columns > 0 && count(columns, { one: 'weitere Spalte', other: 'weitere Spalten' }),
    ]
      .filter(Boolean)
      .join(', '),
  image: (alt, host) => (alt === '' ? `Bild bei ${host}` : `Bild: ${alt} (${host})`),
  footnotes: 'Fußnoten',
  footnote: (nth) => `Fußnote ${number(nth)}`,
  backToReference: (footnote, nth) =>
    nth === 1
      ? `Zurück zum Verweis ${number(footnote)}`
      : `Zurück zum Verweis ${number(footnote)}, Stelle ${number(nth)}`,
  jumpToLatest: 'Zum Neuesten springen',
  message: 'Nachricht',
  model: 'Modell',
  answerSettings: 'Anweisungen und Einstellungen',
  ownAnswerSettings: 'Anweisungen und Einstellungen: dieser Chat hat eigene',
  send: 'Senden',
  stop: 'Stoppen',
  stopping: 'Wird gestoppt…',
};
