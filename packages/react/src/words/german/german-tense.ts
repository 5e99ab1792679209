import type { inTense } from '../verbs.ts';

type Forms = readonly [plain: string, doing: string, did: string];

/** The beginnings of titles as tools say them in English, longest first: what to do, what is being done, what was done. */
const BEGINNINGS: readonly (readonly [english: string, forms: Forms])[] = [
  [
    'Condense the conversation',
    ['Unterhaltung zusammenfassen', 'Fasst die Unterhaltung zusammen', 'Unterhaltung zusammengefasst'],
  ],
  [
    'List definitions in',
    ['Definitionen auflisten in', 'Listet Definitionen auf in', 'Definitionen aufgelistet in'],
  ],
  ['Search the web for', ['Im Web suchen nach', 'Sucht im Web nach', 'Im Web gesucht nach']],
  ['Report a bug', ['Fehler melden', 'Meldet einen Fehler', 'Fehler gemeldet']],
  ['Task completed', ['Aufgabe erledigt', 'Schließt die Aufgabe ab', 'Aufgabe erledigt']],
  ['Instructions', ['Anweisungen', 'Liest Anweisungen', 'Anweisungen gelesen']],
  ['Replace in', ['Ersetzen in', 'Ersetzt in', 'Ersetzt in']],
  ['Insert into', ['Einfügen in', 'Fügt ein in', 'Eingefügt in']],
  ['Switch to', ['Wechseln zu', 'Wechselt zu', 'Gewechselt zu']],
  ['Look for', ['Suchen nach', 'Sucht nach', 'Gesucht nach']],
  ['New rule', ['Neue Regel', 'Schreibt die Regel', 'Neue Regel']],
  ['Steps', ['Schritte', 'Schritte', 'Schritte']],
  ['Delegate', ['Delegieren', 'Delegiert', 'Delegiert']],
  ['Execute', ['Ausführen', 'Führt aus', 'Ausgeführt']],
  ['Replace', ['Ersetzen', 'Ersetzt', 'Ersetzt']],
  ['Create', ['Anlegen', 'Legt an', 'Angelegt']],
  ['Change', ['Ändern', 'Ändert', 'Geändert']],
  ['Delete', ['Löschen', 'Löscht', 'Gelöscht']],
  ['Insert', ['Einfügen', 'Fügt ein', 'Eingefügt']],
  ['Remove', ['Entfernen', 'Entfernt', 'Entfernt']],
  ['Search', ['Durchsuchen', 'Durchsucht', 'Durchsucht']],
  ['Update', ['Aktualisieren', 'Aktualisiert', 'Aktualisiert']],
  ['Build', ['Bauen', 'Baut', 'Gebaut']],
  ['Check', ['Prüfen', 'Prüft', 'Geprüft']],
  ['Fetch', ['Abrufen', 'Ruft ab', 'Abgerufen']],
  ['Query', ['Abfragen', 'Fragt ab', 'Abgefragt']],
  ['Write', ['Schreiben', 'Schreibt', 'Geschrieben']],
  ['Call', ['Aufrufen', 'Ruft auf', 'Aufgerufen']],
  ['Edit', ['Bearbeiten', 'Bearbeitet', 'Bearbeitet']],
  ['Find', ['Finden', 'Sucht', 'Gefunden']],
  ['List', ['Auflisten', 'Listet auf', 'Aufgelistet']],
  ['Make', ['Erstellen', 'Erstellt', 'Erstellt']],
  ['Move', ['Verschieben', 'Verschiebt', 'Verschoben']],
  ['Open', ['Öffnen', 'Öffnet', 'Geöffnet']],
  ['Plan', ['Planen', 'Plant', 'Geplant']],
  ['Post', ['Senden', 'Sendet', 'Gesendet']],
  ['Read', ['Lesen', 'Liest', 'Gelesen']],
  ['Send', ['Senden', 'Sendet', 'Gesendet']],
  ['Add', ['Hinzufügen', 'Fügt hinzu', 'Hinzugefügt']],
  ['Ask', ['Fragen', 'Fragt', 'Gefragt']],
  ['Get', ['Holen', 'Holt', 'Geholt']],
  ['Run', ['Ausführen', 'Führt aus', 'Ausgeführt']],
  ['Use', ['Verwenden', 'Verwendet', 'Verwendet']],
];

/** An English word that follows a verb. The titles of our own tools name a thing there. */
const ENGLISH = /^ (?:to|for|from|with|of|on|at|into|in|by|a|an|the|all|this|these) /;

/** The German form of a title that a tool gives in English. What it names stays as it is, and so does a title that begins otherwise. Pure. */
export const germanTense: typeof inTense = (title, tense) => {
  const found = BEGINNINGS.find(
    ([english]) => title.startsWith(english) && /^(?:$|[\s:])/.test(title.slice(english.length)),
  );
  if (found === undefined) return title;
  const [english, [plain, doing, did]] = found;
  const rest = title.slice(english.length);
  // The words of another tool, such as "Post to #growth": half of a sentence in German would be worse than none.
  if (ENGLISH.test(rest)) return title;
  return `${{ plain, doing, did }[tense]}${english === 'Search' ? searched(rest) : rest}`;
};

/** In "Search src for limits", the part after the verb. */
function searched(rest: string): string {
  const at = rest.indexOf(' for');
  return at < 0 ? rest : `${rest.slice(0, at)} nach${rest.slice(at + ' for'.length)}`;
}
