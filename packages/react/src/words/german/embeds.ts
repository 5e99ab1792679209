import type { documentWords } from '../document.ts';
import type { embedsWords } from '../embeds.ts';
import { formatOf } from '../format.ts';

const { number, count } = formatOf('de');

/** By the words of the library that draws them. */
const DIAGRAMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    flowchart: 'Flussdiagramm',
    'flowchart-v2': 'Flussdiagramm',
    sequence: 'Sequenzdiagramm',
    class: 'Klassendiagramm',
    classDiagram: 'Klassendiagramm',
    state: 'Zustandsdiagramm',
    stateDiagram: 'Zustandsdiagramm',
    er: 'Entity-Relationship-Diagramm',
    gantt: 'Gantt-Diagramm',
    pie: 'Kreisdiagramm',
    journey: 'User Journey',
    gitGraph: 'Git-Graph',
    mindmap: 'Mindmap',
    timeline: 'Zeitstrahl',
    quadrantChart: 'Quadrantendiagramm',
    xychart: 'Diagramm',
    sankey: 'Sankey-Diagramm',
    kanban: 'Kanban-Tafel',
  }),
);

export const germanDocument: typeof documentWords = {
  task: (done) => (done ? 'Erledigt' : 'Offen'),
  source: (nth, title) => `Quelle ${nth}: ${title}`,
  sources: 'Quellen',
  diagram: (title, kind) => (title === '' ? (DIAGRAMS.get(kind) ?? 'Diagramm') : `Diagramm: ${title}`),
  showCode: 'Code anzeigen',
  hideCode: 'Code ausblenden',
  diagramFailed: (reason) => `Dieses Diagramm konnte nicht gezeichnet werden. ${reason}`,
  diagramLong: 'Dieses Diagramm ist zu lang zum Zeichnen.',
  diagramSlow: 'Es hat zu lange gedauert.',
};

export const germanEmbeds: typeof embedsWords = {
  embedKinds: {
    code: 'Code',
    sheet: 'Tabelle',
    doc: 'Dokument',
    web: 'Seite',
    image: 'Bild',
    video: 'Video',
    map: 'Karte',
    skill: 'Skill',
    focus: 'Fokus',
    memories: 'Erinnerungen',
    tool: 'Werkzeugaufruf',
  },
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren verhindert.',
  fullScreen: 'Vollbild',
  open: 'Öffnen',
  askAbout: 'Dazu fragen',
  writingLine: (line) => `schreibt Zeile ${number(line)}`,
  writingWords: (words) => `schreibt, ${count(words, { one: 'Wort', other: 'Wörter' })}`,
  writingRow: (row) => `schreibt Zeile ${number(row)}`,
  processing: 'wird verarbeitet…',
  embedFailed: 'fehlgeschlagen',
  embedStopped: 'gestoppt',
  opensAt: (host) => `Bei ${host} öffnen`,
  previousEmbed: 'Zurück',
  nextEmbed: 'Weiter',
  placeOf: (place, all) => `${number(place)} von ${number(all)}`,
  loadImage: (host) => `Bild von ${host} laden`,
  imageLoading: 'Das Bild wird geladen…',
  imageFailed: 'Das Bild konnte nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  removePreview: 'Entfernen',
  editPreview: 'Als Text bearbeiten',
  previewKeys: (opens) =>
    opens
      ? 'Die Eingabetaste öffnet, die Rücktaste bearbeitet als Text.'
      : 'Die Rücktaste bearbeitet als Text.',
  backspaceAgain: 'Noch einmal die Rücktaste: als Text bearbeiten',
  keepAsText: 'Als Text behalten',
  attachPasted: 'Als Datei anhängen',
  pasted: {
    preview: 'Als Vorschau eingefügt.',
    reading: 'Das Eingefügte wird gelesen…',
    tooLong:
      'Das ist zu lang zum Einfügen: mehr als 20 Millionen Zeichen. Speichere es als Datei im Arbeitsordner und nenne sie mit @.',
    attachable: 'Das ist zu lang zum Einfügen: mehr als 20 Millionen Zeichen.',
    files: 'Dateien und Bilder können noch nicht gesendet werden. Kopiere stattdessen ihren Text.',
  },
};
