import type { completionWords } from '../completion.ts';

export const germanCompletion: typeof completionWords = {
  completions: {
    files: {
      label: 'Dateien',
      empty: 'Keine Datei passt',
      failed: 'Die Dateien konnten nicht geladen werden. Prüfe, ob der Server läuft, und tippe weiter.',
    },
    names: {
      label: 'Modi und Befehle',
      empty: 'Kein Modus und kein Befehl passt',
      failed:
        'Die Befehle konnten nicht geladen werden. Prüfe, ob der Server läuft, und tippe den Schrägstrich noch einmal.',
    },
  },
  completing: 'Wird gesucht…',
};
