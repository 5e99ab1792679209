import { expect, test } from 'vitest';
import type { Command, Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { runCommand } from './run-command.ts';

const world = { env: {}, colour: false };

/** Runs a line with one more command that ends so. */
function runWith(outcome: () => Outcome, argv: readonly string[]) {
  const facts: Command = {
    name: 'facts',
    summary: 'tell facts',
    flags: [],
    run: async () => outcome(),
  };
  return runCommand(argv, { ...world, commands: [...COMMANDS, facts] });
}

const NOTHING: Outcome = { text: '', facts: null };
const fails = (): Outcome => {
  throw new Error('It is full. Empty it.');
};

test('O3 a command tells people on stdout, and a program one JSON document', async () => {
  const told = (): Outcome => ({ text: 'Two\nlines.', facts: { a: [1] } });
  expect(await runWith(told, ['facts'])).toEqual({ stdout: 'Two\nlines.\n', stderr: '', code: 0 });
  expect(await runWith(told, ['facts', '--json'])).toEqual({ stdout: '{"a":[1]}\n', stderr: '', code: 0 });
});

test('O3 a failure is one sentence on stderr without a stack, or one JSON document', async () => {
  expect(await runWith(fails, ['facts'])).toEqual({
    stdout: '',
    stderr: 'It is full. Empty it.\n',
    code: 1,
  });
  const { stdout, stderr } = await runWith(fails, ['facts', '--json']);
  expect([JSON.parse(stdout), stderr]).toEqual([
    { error: { code: 'failed', message: 'It is full. Empty it.' } },
    '',
  ]);
  const wrong = await runWith(fails, ['facst', '--json']);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'wrong_use' } });
});

test('O5 the exit code says how it ended', async () => {
  expect((await runWith(() => NOTHING, ['facts'])).code).toBe(EXIT_CODES.ok.number);
  expect((await runWith(fails, ['facts'])).code).toBe(EXIT_CODES.failed.number);
  expect((await runWith(fails, ['facts', '--odd'])).code).toBe(EXIT_CODES.wrong_use.number);
  expect((await runWith(() => ({ ...NOTHING, exit: 'check_failed' }), ['facts'])).code).toBe(3);
  expect((await runWith(() => ({ ...NOTHING, isRunning: true }), ['facts'])).code).toBeUndefined();
  const numbers = Object.values(EXIT_CODES).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test.each(COMMANDS.map(({ name }) => name))(
  'O4 millrace %s --help tells its flags and does nothing',
  async (name) => {
    const long = await runCommand([...name.split(' '), '--help'], world);
    expect(long.code).toBe(0);
    expect(long.stdout).toMatch(new RegExp(`^millrace ${name} .*--help`));
    expect(await runCommand([...name.split(' '), '-h'], world)).toEqual(long);
    expect(await runCommand(['help', ...name.split(' ')], world)).toEqual(long);
    const json = JSON.parse((await runCommand(['help', ...name.split(' '), '--json'], world)).stdout);
    expect(json).toMatchObject({
      name,
      flags: expect.arrayContaining(
        ['--help', '--json'].map((flag) => expect.objectContaining({ name: flag })),
      ),
    });
  },
);

test('O4 millrace --help and help list every command, and --version tells the version', async () => {
  const { stdout } = await runCommand(['--help'], world);
  for (const { name, summary } of COMMANDS)
    expect(stdout).toMatch(new RegExp(`^millrace ${name} +${summary.slice(0, 5)}`, 'm'));
  expect((await runCommand(['help'], world)).stdout).toBe(stdout);
  expect((await runCommand(['--version'], world)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await runCommand(['help', 'docter'], world)).toMatchObject({
    code: 2,
    stderr: 'There is no command "docter". Did you mean "millrace help doctor"?\n',
  });
});

test.each([
  [['serve', '--port', 'high'], /^--port must be a whole number from 0 to 65535, not "high"\./],
  [['serve', '--port', '70000'], /^--port must be /],
  [['doctor', '--limit', '0'], /^--limit must be a number of seconds/],
])('O2 the value of %j is refused with the fix', async (argv, message) => {
  expect(await runCommand(argv, world)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});
