import type { filesWords } from '../files.ts';
import { formatOf } from '../format.ts';

const { count, bytes, percent } = formatOf('de');
const FILE = { one: 'Datei', other: 'Dateien' };

export const germanFiles: typeof filesWords = {
  files: {
    label: 'Dateien',
    attach: 'Dateien anhängen',
    preparing: 'Wird vorbereitet…',
    waiting: 'Wartet…',
    uploading: (part) => `Wird hochgeladen, ${percent(part)}`,
    size: bytes,
    remove: (name) => `${name} entfernen`,
    retry: (name) => `${name} noch einmal senden`,
    retryShort: 'Noch einmal',
    original: (size) => `Original senden, ${bytes(size)}`,
    originalTitle: 'Das Bild, wie es war, mit seiner Größe und seinen Ortsdaten',
    added: (many) => `${count(many, FILE)} angehängt`,
    ready: (name) => `${name} ist hochgeladen`,
    drop: (many) => (many === 0 ? 'Dateien hier ablegen' : `${count(many, FILE)} zum Anhängen ablegen`),
    dropNote: (size) => `Bilder, PDF, Text, Code, Tabellen · je bis ${bytes(size)}`,
    sendsWhen: (name) => `Die Eingabetaste sendet, sobald ${name} hochgeladen ist`,
    willSend: (name) => `Wird gesendet, sobald ${name} hochgeladen ist`,
    tooLarge: (name, size, largest) => `${name} hat ${bytes(size)}; eine Datei darf ${bytes(largest)} haben.`,
    tooMany: (most) => `Eine Nachricht kann ${most} Dateien haben. Die übrigen wurden weggelassen.`,
    empty: (name) => `${name} ist leer oder ein Ordner.`,
    notKept:
      'Dieser Browser hat keinen Platz für die Dateien: Sie gehen verloren, wenn die Seite geschlossen wird, bevor sie hochgeladen sind.',
    open: (name) => `${name} öffnen`,
    download: 'Herunterladen',
    downloadOf: (name) => `${name} herunterladen`,
    loading: (name) => `${name} wird geladen`,
    failed: 'Das konnte nicht geladen werden.',
    gallery: 'Bilder',
    viewer: (name, place, of) => (of === 1 ? name : `${name}, ${place} von ${of}`),
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'Einpassen',
    previous: 'Vorheriges Bild',
    next: 'Nächstes Bild',
    close: 'Schließen',
    keyZoom: 'Zoom',
    keyMove: 'zurück oder weiter',
    keyClose: 'schließen',
  },
};
