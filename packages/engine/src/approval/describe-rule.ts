import type { ArgumentPattern, PolicyRule } from './policy-rule.ts';

const VERBS = { allow: 'Allow', ask: 'Ask about', deny: 'Deny' } as const;
const SCOPES = { user: 'in all your chats', chat: 'in this chat', workspace: 'in this workspace' } as const;

/** What a rule says, in one plain sentence. Pure. */
export function describeRule({ verdict, tool, pattern, scope }: PolicyRule): string {
  const calls = tool === '*' ? 'every tool' : tool;
  return `${VERBS[verdict]} ${calls}${pattern === undefined ? '' : which(pattern, verdict)} ${SCOPES[scope]}.`;
}

function which(pattern: ArgumentPattern, verdict: PolicyRule['verdict']): string {
  switch (pattern.type) {
    case 'input':
      return ` with exactly this input: ${visible(pattern.about)},`;
    case 'glob':
      return ` where ${visible(pattern.argument)} is ${code(pattern.glob)}`;
    case 'command': {
      const commands = pattern.prefixes.map((prefix) => code(prefix.map(quoted).join(' ')));
      const writes = pattern.writes === true && verdict === 'allow' ? ', also into files,' : '';
      return ` for commands that ${pattern.whole === true ? 'are' : 'begin with'} ${commands.join(' or ')}${writes}`;
    }
  }
}

function code(text: string): string {
  return `\`${visible(text)}\``;
}

/** A word as it would be typed. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What cannot be seen, or turns the direction of reading, is written by its number. */
function visible(text: string): string {
  return text.replace(/\p{C}|[^\P{Z} ]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}
