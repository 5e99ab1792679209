import { formatOf } from './format.ts';

const { list } = formatOf('en');

/** The words of rules. */
export const rulesWords = {
  ruleSays: {
    allow: (what: string) => `Always allow ${what}`,
    ask: (what: string) => `Always ask about ${what}`,
    deny: (what: string) => `Never allow ${what}`,
  },
  ruleIn: (said: string, scope: string) => `${said} ${scope}`,
  ruleScopes: { user: 'in all chats', chat: 'in this chat', workspace: 'in this workspace' },
  editsTo: (path: string) => `edits to ${path}`,
  editsToAll: 'edits to every file',
  everyCall: 'everything',
  callsOf: (tool: string) => `“${tool}”`,
  callsWith: (tool: string, value: string) => `“${tool}” with ${value}`,
  exactCall: (tool: string, input: string) => `exactly this “${tool}”: ${input},`,
  exactCommand: (input: string) => `exactly this: ${input},`,
  anyCommand: 'every command, whatever it runs or changes,',
  commandsOf: (commands: readonly string[]) =>
    commands.length === 1 ? `the command ${commands[0]}` : `the commands ${list(commands)}`,
  commandsFrom: (commands: readonly string[]) => `commands that begin with ${list(commands)}`,
  onlyReads: (said: string) => `${said} and otherwise only read`,
  alsoWrites: (said: string) => `${said}, also into files of the workspace,`,
  inRootFolder: 'in the workspace folder',
  inFolder: (folder: string) => `in the folder ${folder}`,
  unreadableRule: 'This rule can’t be read, so every call asks while it exists. Delete it.',
};
