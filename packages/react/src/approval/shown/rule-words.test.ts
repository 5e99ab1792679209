import type { PolicyRule } from '@millrace/engine/approval';
import { expect, test } from 'vitest';
import { germanWords } from '../../words/german/german.ts';
import { englishWords } from '../../words/strings.ts';
import { bareRuleWords, ruleWords } from './rule-words.ts';

const rule = (pattern: PolicyRule['pattern'], more: Partial<PolicyRule> & { commands?: true } = {}) => ({
  ...({ id: 'r', scope: 'chat', tool: 'post_message', verdict: 'allow' } as const),
  ...(pattern !== undefined && { pattern }),
  ...more,
});
const said = (each: Parameters<typeof ruleWords>[1]): readonly string[] => [
  ruleWords(englishWords, each),
  ruleWords(germanWords, each),
];

test('A520 a rule is said as a person would say it, in both languages', () => {
  expect(said(rule({ type: 'edits', glob: 'src/app.ts' }, { tool: '*' }))).toEqual([
    'Always allow edits to src/app.ts in this chat',
    'Immer erlauben: Änderungen an src/app.ts in diesem Chat',
  ]);
  expect(said(rule({ type: 'edits', glob: '**' }, { tool: '*', scope: 'workspace' }))).toEqual([
    'Always allow edits to every file in this workspace',
    'Immer erlauben: Änderungen an jeder Datei in diesem Arbeitsbereich',
  ]);
  expect(said(rule({ type: 'edits', glob: 'a\\*b' }, { verdict: 'deny', scope: 'user' }))[0]).toBe(
    'Never allow edits to a*b in all chats',
  );
  const run = { tool: 'execute_command', commands: true } as const;
  expect(said(rule({ type: 'command', prefixes: [['npm', 'test']], whole: true }, run))).toEqual([
    'Always allow the command npm test in the workspace folder in this chat',
    'Immer erlauben: der Befehl npm test im Ordner des Arbeitsbereichs in diesem Chat',
  ]);
  expect(
    said(
      rule(
        {
          type: 'command',
          prefixes: [
            ['git', 'log'],
            ['ls', 'a b'],
          ],
          cwd: 'web',
          writes: true,
        },
        run,
      ),
    )[0],
  ).toBe(
    "Always allow commands that begin with git log and ls 'a b' and otherwise only read, also into files of the workspace, in the folder web in this chat",
  );
  expect(said(rule(undefined, run))[0]).toBe(
    'Always allow every command, whatever it runs or changes, in this chat',
  );
  expect(said(rule(undefined))[0]).toBe('Always allow “Post message” in this chat');
  expect(said(rule(undefined, { tool: '*', verdict: 'ask' }))[0]).toBe(
    'Always ask about everything in this chat',
  );
  expect(said(rule({ type: 'input', hash: 'h', about: 'channel "#growth"' }))[0]).toBe(
    'Always allow exactly this “Post message”: channel "#growth", in this chat',
  );
  expect(said(rule({ type: 'input', hash: 'h', about: 'command "ls > a"' }, run))).toEqual([
    'Always allow exactly this: command "ls > a", in this chat',
    'Immer erlauben: genau dies, command "ls > a", in diesem Chat',
  ]);
  expect(said(rule({ type: 'glob', argument: 'to', glob: 'm*' }))[0]).toBe(
    'Always allow “Post message” with to m* in this chat',
  );
  expect(bareRuleWords(englishWords, { ...rule(undefined), unreadable: true })).toContain('can’t be read');
});

test('A520 no character of a rule is hidden in its words', () => {
  const words = ruleWords(englishWords, rule({ type: 'edits', glob: 'a\u202eb\u200b' }));
  expect(words).toBe('Always allow edits to a\\u{202E}b\\u{200B} in this chat');
});
