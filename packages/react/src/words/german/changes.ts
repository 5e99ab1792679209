import type { changesWords } from '../changes.ts';
import { formatOf } from '../format.ts';

const { number, count, plural } = formatOf('de');
const LINE = { one: 'Zeile', other: 'Zeilen' };

export const germanChanges: typeof changesWords = {
  changedLines: (added, removed) => {
    if (removed === 0) return `${count(added, LINE)} hinzugefügt`;
    if (added === 0) return `${count(removed, LINE)} entfernt`;
    return `${count(added, LINE)} hinzugefügt, ${number(removed)} entfernt`;
  },
  sameLines: (lines) => `${count(lines, LINE)} unverändert`,
  existingCode: 'Vorhandener Code',
  noLastBreak: 'Kein Zeilenumbruch am Ende der Datei',
  wouldChange: {
    new: 'Eine neue Datei.',
    same: 'Es würde sich nichts ändern.',
    no_text: 'Das ersetzt eine Datei, die kein Text ist.',
    long_file: 'Die Datei ist zu groß, um zu zeigen, was sich ändern würde.',
    long_diff: 'Die Änderung ist zu groß, um sie hier zu zeigen. Die Argumente enthalten sie ganz.',
  },
  didChange: {
    new: 'Eine neue Datei.',
    same: 'Es hat sich nichts geändert.',
    no_text: 'Das hat eine Datei ersetzt, die kein Text war.',
    long_file: 'Die Datei ist zu groß, um zu zeigen, was sich geändert hat.',
    long_diff: 'Die Änderung ist zu groß, um sie hier zu zeigen.',
  },
  youChanged: 'Du hast das vor dem Ausführen geändert:',
  andMore: (more) => `und ${number(more)} weitere`,
  whatItAsked: 'Was es wollte',
  whatRan: 'Was ausgeführt wurde',
  wasAsked: 'Das wollte das Modell. So wurde es nicht ausgeführt.',
  yourValue: 'Dein Wert',
  toldModel: 'Was das Modell erfahren hat',
  moreRows: (rows) => `${number(rows)} weitere ${plural(rows, LINE)} im Vollbild`,
  fileLoading: 'Die Datei wird geladen…',
  fileNotKept:
    'Die ganze Datei wurde hier nicht aufbewahrt: Sie ist zu groß, oder der Schritt stammt aus einer früheren Version.',
  fileFailed: 'Die Datei konnte nicht geladen werden. Versuche es noch einmal.',
  editNotShown: 'Mit diesen Werten lässt sich die Änderung nicht zeigen:',
  decidedElsewhere: (device) => `Darüber wurde auf ${device} entschieden. Dein Text wurde nicht gesendet:`,
  overWithout: 'Danach wird nicht mehr gefragt. Dein Text wurde nicht gesendet:',
  putInBox: 'Ins Nachrichtenfeld übernehmen',
  discardWords: 'Verwerfen',
  otherDevice: 'einem anderen Gerät',
};
