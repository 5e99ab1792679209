import { expect, test } from 'vitest';
import { CONSTRUCTS } from '../../../../fixtures/command-lines.ts';
import { decidePolicy, ruleFor } from '../../../../fixtures/known-targets.ts';
import { TracedShell } from '../../../../fixtures/traced-shell.ts';
import type { PolicyRule, PolicyVerdict } from './policy-rule.ts';
import { readByUnbash } from './read-by-unbash.ts';

const run = (command: string) => ({ name: 'execute_command', input: { command } });
const begins = (verdict: PolicyVerdict, ...names: string[]): PolicyRule => ({
  id: 'r',
  scope: 'user',
  tool: '*',
  verdict,
  pattern: { type: 'command', prefixes: names.map((name) => [name]) },
});
const everything: PolicyRule = { id: 'r', scope: 'user', tool: '*', verdict: 'allow' };
const some = begins('allow', 'ls', 'echo', 'cat');

/** Each of these was allowed once: by a rule for `ls`, or by one for every command. */
const ATTACKS = [
  "((ls '$(id > PWN)'))",
  "((ls '`id > PWN`'))",
  `((ls '\${x:=$(id > PWN)}'))`,
  "ls\n((ls '$(id > PWN)'))",
  "(\\\n(ls '$(id > PWN)'))",
  "read x < code; test -v 'a[x]'",
  'jobs -x ls',
  'ls < /dev/tcp/127.0.0.1/9',
  'ls > /dev/tcp/127.0.0.1/9',
  'ls < /etc/passwd',
  'ls > ../PWN',
  "ls >'/etc/PWN'",
  'cd .. && ls > PWN',
  'printf -v PATH .; ls',
  'read PATH < in; ls',
  'unset PATH; ls',
  "wait -p 'a[x]'",
  'pushd ..; ls',
  'chdir ..; ls',
  'umask 0; ls',
  'ls *',
  'ls ~',
  'ls & ls',
  'ls |& cat',
  'lsé',
  '%1',
] as const;

test.each(ATTACKS)('A150 what once ran unasked is asked about: %j', (line) => {
  for (const rules of [[everything], [some]])
    expect(decidePolicy(rules, run(line), { otherwise: 'allow', root: '/w' }).verdict).toBe('ask');
  for (const breadth of ['exact', 'targets', 'tool'] as const)
    expect(ruleFor(run(line), breadth, { root: '/w' }).rule).toBeUndefined();
});

test.each([
  "((rm '$(rm x)'))",
  "((ls '$(rm x)'))",
  "((ls '`rm x`'))",
  `ls\n((ls '\${x:=$(rm x)}'))`,
  "(\\\n(ls '$(rm x)'))",
])('A52 a deny holds where a line that is not understood could mean it: %j', (line) => {
  expect(decidePolicy([everything, begins('deny', 'rm')], run(line)).verdict).toBe('deny');
  expect(decidePolicy([some, begins('ask', 'rm')], run(line)).verdict).toBe('ask');
});

test('A150 the tracer sees an attack that runs', () => {
  const shell = new TracedShell();
  try {
    const [first, read] = shell.run('bash', [ATTACKS[0], ATTACKS[5]]);
    expect(first?.wrote).toEqual(['PWN']);
    expect(read?.wrote).toEqual(['PWN']);
  } finally {
    shell.close();
  }
});

test('A150 the second reader finds by itself that a line has more than simple commands', () => {
  const fooled = CONSTRUCTS.filter((line) => /\$[(['{|]|`|^\(|^\{|<<|<\(/.test(line)).filter((line) => {
    const commands = readByUnbash(line);
    // Between single quotes of a simple command, or behind a backslash, it is text.
    return commands !== undefined && !/'[^']*[$`]|\\[$`]/.test(line);
  });
  expect(fooled).toEqual([]);
});
