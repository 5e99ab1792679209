import { formatOf } from '../format.ts';
import type { timelineWords } from '../timeline.ts';
import { germanTense } from './german-tense.ts';

const { number, count } = formatOf('de');
const STEP = { one: 'Schritt', other: 'Schritte' };

export const germanTimeline: typeof timelineWords = {
  inTense: germanTense,
  steps: 'Schritte',
  stepsOf: (name) => `Schritte von ${name}`,
  stepNumber: (step) => `Schritt ${number(step)}`,
  stepCount: (steps) => count(steps, STEP),
  working: 'Arbeitet',
  pausedAt: (step) => `Pausiert bei Schritt ${number(step)}`,
  workedFor: (time) => `${time} gearbeitet`,
  worked: 'Gearbeitet',
  waitedForYou: (time) => `${time} auf dich gewartet`,
  stoppedAt: (step, what) =>
    what === undefined
      ? `Gestoppt bei Schritt ${number(step)}`
      : `Gestoppt bei Schritt ${number(step)}: ${what} ist fehlgeschlagen`,
  approvedCount: (calls) => `${number(calls)} genehmigt`,
  failedCount: (calls) => `${number(calls)} fehlgeschlagen`,
  because: (state) => `${state}:`,
  exitCode: (code) => `Exit-Code ${code}`,
  waitingTime: (time) => `wartet seit ${time}`,
  readFiles: (files) => `${count(files, { one: 'Datei', other: 'Dateien' })} gelesen`,
  searchedTimes: (times) => `${number(times)}-mal gesucht`,
  listedFolders: (folders) => `${count(folders, { other: 'Ordner' })} aufgelistet`,
  atOnce: 'gleichzeitig',
  todos: 'Geplante Schritte',
  todoStates: { open: 'Offen:', doing: 'In Arbeit:', done: 'Erledigt:' },
  runningSteps: (steps) => `${count(steps, { one: 'Schritt läuft', other: 'Schritte laufen' })}`,
  backToSteps: 'Zurück',
  showAllLines: (lines) => `Alle ${number(lines)} Zeilen anzeigen`,
  outputOf: (tool) => `Ausgabe von ${tool}`,
  noOutput: 'Keine Ausgabe.',
  added: (lines) => `+${number(lines)}`,
  removed: (lines) => `−${number(lines)}`,
  thoughtBriefly: 'Nachgedacht',
};
