import { type TargetsByTool, toolTargets } from './call-targets.ts';
import { wordsBeyond } from './known-commands.ts';
import type { ArgumentPattern, PolicyRule } from './policy-rule.ts';

const VERBS = { allow: 'Allow', ask: 'Ask about', deny: 'Deny' } as const;
const SCOPES = { user: 'in all your chats', chat: 'in this chat', workspace: 'in this workspace' } as const;

/** The sentence that says what a rule means. `tools` tells which tools run commands. Pure. */
export function describeRule(
  { verdict, tool, pattern, scope }: PolicyRule,
  tools: TargetsByTool = {},
): string {
  if (pattern?.type === 'edits')
    return `${VERBS[verdict]} edits to ${pattern.glob === '**' ? 'every file' : code(pattern.glob)} ${SCOPES[scope]}.`;
  const calls = tool === '*' ? 'every tool' : tool;
  const what = pattern === undefined ? whole(tool, verdict, tools) : which(pattern, verdict);
  return `${VERBS[verdict]} ${calls}${what} ${SCOPES[scope]}.`;
}

/** To allow a tool that runs commands is to allow nearly everything. */
function whole(tool: string, verdict: PolicyRule['verdict'], tools: TargetsByTool): string {
  const isAny = verdict === 'allow' && tool !== '*' && toolTargets(tool, tools)?.command !== undefined;
  return isAny ? ' with any command, whatever it runs or changes,' : '';
}

function which(
  pattern: Exclude<ArgumentPattern, { readonly type: 'edits' }>,
  verdict: PolicyRule['verdict'],
): string {
  switch (pattern.type) {
    case 'input':
      return ` with exactly this input: ${visible(pattern.about)},`;
    case 'glob':
      return ` where ${visible(pattern.argument)} is ${code(pattern.glob)}`;
    case 'command':
      return verdict === 'allow' ? allowed(pattern) : meant(pattern);
  }
}

type CommandPattern = Extract<ArgumentPattern, { readonly type: 'command' }>;

/** An allow is for just these words, and for others only where they are known to change nothing. */
function allowed({ prefixes, whole = false, writes = false, cwd = '' }: CommandPattern): string {
  const commands = prefixes.map((prefix) => {
    const said = prefix.length === 0 ? 'no command' : command(prefix);
    return whole ? said : `${said} (${visible(wordsBeyond(prefix))})`;
  });
  const files = writes ? ', also into files of the workspace,' : '';
  return ` for ${commands.join(' or ')}${files} ${folder(cwd)},`;
}

function meant({ prefixes, whole = false, cwd }: CommandPattern): string {
  const where = cwd === undefined ? '' : ` ${folder(cwd)},`;
  return ` for commands that ${whole ? 'are' : 'begin with'} ${prefixes.map(command).join(' or ')}${where}`;
}

function folder(cwd: string): string {
  return cwd === '' || cwd === '.' ? "in the workspace's folder" : `in the folder ${code(cwd)}`;
}

function command(words: readonly string[]): string {
  return code(commandLine(words));
}

/** The words of a command as they would be typed. Pure. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function code(text: string): string {
  return `\`${visible(text)}\``;
}

/** A word as it would be typed. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Writes characters that cannot be seen, or that turn the direction of reading, by their numbers. */
function visible(text: string): string {
  return text.replace(/\p{C}|[^\P{Z} ]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}
