import { expect, test } from 'vitest';
import { commandLines } from '../../../../fixtures/command-lines.ts';
import { decidePolicy } from '../../../../fixtures/known-targets.ts';
import { SHELL_NAMES, TRACED, type Trace, TracedShell } from '../../../../fixtures/traced-shell.ts';
import { judgeLine } from './judge-line.ts';
import type { PlainCommand } from './plain-command.ts';
import type { PolicyRule } from './policy-rule.ts';

// `npm run fuzz -- commands` asks for more lines, with another seed.
const LINES = Number(process.env['FUZZ_LINES'] ?? 80);
const SEED = Number(process.env['FUZZ_SEED'] ?? 18);

const EVERYTHING: PolicyRule = { id: 'r', scope: 'user', tool: '*', verdict: 'allow' };
const isAllowed = (command: string): boolean =>
  decidePolicy([EVERYTHING], { name: 'execute_command', input: { command } }).verdict === 'allow';

/** The first lines for a seed that a rule for everything allows. */
function allowedLines(seed: number, count: number): readonly string[] {
  const lines = new Set<string>();
  for (const line of commandLines(seed)) {
    if (lines.size === count) break;
    if (isAllowed(line)) lines.add(line);
  }
  return [...lines];
}

test(
  `A150 real shells run and write just what was read in a line that a rule allows (seed ${SEED})`,
  () => {
    const shell = new TracedShell();
    try {
      const lines = allowedLines(SEED, LINES);
      for (const name of LINES > 80 ? SHELL_NAMES : SHELL_NAMES.slice(0, 2))
        for (const [i, trace] of shell.run(name, lines).entries())
          compare(judgeLine(lines[i] ?? '').commands ?? [], trace, `${name}: ${lines[i]}`);
    } finally {
      shell.close();
    }
  },
  20_000 + LINES * 1_000,
);

test('A150 a line that the second reader reads otherwise, or not at all, is not plain', () => {
  const [command] = judgeLine('ls -la').commands ?? [];
  expect(command).toBeDefined();
  const other = command === undefined ? [] : [{ ...command, words: command.words.slice(0, 1) }];
  for (const second of [undefined, [], other])
    expect(judgeLine('ls -la', () => second)).toEqual({ hidden: expect.stringContaining('two readers') });
});

function compare(commands: readonly PlainCommand[], { ran, wrote }: Trace, line: string): void {
  const said = commands.map(({ words }) => words.map(({ text }) => text));
  const sorted = (list: readonly (readonly string[])[]): string[] =>
    list.map((each) => JSON.stringify(each)).sort();
  const files = commands.flatMap(({ redirects }) =>
    redirects.map(({ target }) => target.replace(/^(\.\/)+/, '')),
  );
  expect([line, wrote.filter((file) => !files.includes(file))]).toEqual([line, []]);
  // The names that a star matches are not in the line.
  const isGlob = commands.some(({ words }) => words.some(({ glob }) => glob));
  if (isGlob)
    expect([line, ran.filter(([name]) => !said.some((each) => each[0] === name))]).toEqual([line, []]);
  else if (isSure(commands)) expect([line, sorted(ran)]).toEqual([line, sorted(expected(commands))]);
  else expect([line, sorted(ran).filter((each) => !sorted(said).includes(each))]).toEqual([line, []]);
}

/** The files that can surely be read and written: `out` exists only when an earlier line wrote it. */
const FILES = {
  '<': ['in', '/dev/null'],
  '>': ['in', 'out', '/dev/null'],
  '>>': ['in', 'out', '/dev/null'],
};

/** Tells whether every command succeeds: a program that is there, with redirections that are possible. */
function isSure(commands: readonly PlainCommand[]): boolean {
  return commands.every(
    ({ words, redirects }) =>
      TRACED.includes(words[0]?.text ?? '') &&
      redirects.every(({ operator, target }) => operator === '>&' || FILES[operator].includes(target)),
  );
}

/** The commands that run when all succeed: of `a || b` only the first. */
function expected(commands: readonly PlainCommand[]): string[][] {
  let isSkipped = false;
  const ran: string[][] = [];
  for (const { words, joint } of commands) {
    if (!isSkipped) ran.push(words.map(({ text }) => text));
    if (joint === '||') isSkipped = true;
    else if (joint !== '|') isSkipped = false;
  }
  return ran;
}
