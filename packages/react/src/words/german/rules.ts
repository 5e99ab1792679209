import { formatOf } from '../format.ts';
import type { rulesWords } from '../rules.ts';

const { list } = formatOf('de');

export const germanRules: typeof rulesWords = {
  ruleSays: {
    allow: (what) => `Immer erlauben: ${what}`,
    ask: (what) => `Immer nachfragen: ${what}`,
    deny: (what) => `Nie erlauben: ${what}`,
  },
  ruleIn: (said, scope) => `${said} ${scope}`,
  ruleScopes: { user: 'in allen Chats', chat: 'in diesem Chat', workspace: 'in diesem Arbeitsbereich' },
  editsTo: (path) => `Änderungen an ${path}`,
  editsToAll: 'Änderungen an jeder Datei',
  everyCall: 'alles',
  callsOf: (tool) => `„${tool}“`,
  callsWith: (tool, value) => `„${tool}“ mit ${value}`,
  exactCall: (tool, input) => `genau dieses „${tool}“: ${input},`,
  exactCommand: (input) => `genau dies, ${input},`,
  anyCommand: 'jeder Befehl, was er auch ausführt oder ändert,',
  commandsOf: (commands) =>
    commands.length === 1 ? `der Befehl ${commands[0]}` : `die Befehle ${list(commands)}`,
  commandsFrom: (commands) => `Befehle, die mit ${list(commands)} beginnen`,
  onlyReads: (said) => `${said} und sonst nur lesen`,
  alsoWrites: (said) => `${said}, auch in Dateien des Arbeitsbereichs,`,
  inRootFolder: 'im Ordner des Arbeitsbereichs',
  inFolder: (folder) => `im Ordner ${folder}`,
  unreadableRule:
    'Diese Regel lässt sich nicht lesen, deshalb fragt jeder Aufruf, solange es sie gibt. Lösche sie.',
};
