import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { createExecuteCommand, type ExecuteCommandOptions } from './execute-command.ts';
import { loadTerminals } from './run-in-terminal.ts';

// Terminals come ready made for some machines only.
const lacking = (await loadTerminals()) === undefined;
if (lacking) console.warn('There are no terminals for this machine: their tests are skipped.');

const execute = async (
  work: WorkFolder,
  command: string,
  options: ExecuteCommandOptions = { terminal: 'always' },
) => (await createExecuteCommand(options).run({ command }, work.ctx)).content;

function isAlive(pid: number): boolean {
  try {
    // A process that has ended and was not fetched yet does nothing any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const ASK = 'if [ -t 0 ] && [ -t 1 ] && [ -t 2 ]; then echo terminal; else echo none; fi';

test.skipIf(lacking)('V30 a command that needs a terminal has one, of a size', async () => {
  const work = makeWorkFolder();
  const said = await execute(work, 'tty; stty size; pwd; exit 3', {});
  expect(said).toMatch(
    new RegExp(`^The command ended with exit code 3\\.\nOutput:\n/dev/pts/\\d+\n40 120\n${work.root}\n$`),
  );
});

test.skipIf(lacking).each([
  ['always', ASK, 'terminal'],
  ['never', `tty; ${ASK}`, 'none'],
  ['auto', ASK, 'none'],
  ['auto', `stty size; ${ASK}`, 'terminal'],
] as const)('V30 %s, %s: %s', async (terminal, command, said) => {
  expect((await execute(makeWorkFolder(), command, { terminal })).trimEnd().split('\n').at(-1)).toBe(said);
});

test.skipIf(lacking)('V241 what asks there finds the end of its input, again and again', async () => {
  expect(await execute(makeWorkFolder(), 'cat; read x || echo nothing; read y || echo more')).toBe(
    'The command ended with exit code 0.\nOutput:\nnothing\nmore\n',
  );
});

test.skipIf(lacking)(
  'V242 what it prints is told as it comes and without the signs of a terminal',
  async () => {
    const work = makeWorkFolder();
    const said = await execute(
      work,
      'tput setaf 1; printf "\\033[2J\\033[1;1Hr\u00e4d \u{1f30a}\\n"; tput sgr0; ls --color=auto /',
    );
    expect(said).toContain('Output:\nr\u00e4d \u{1f30a}\n');
    expect(said).not.toMatch(/\\u\{|\p{Cc}(?<!\n)/u);
    expect(work.notes.map(({ data }) => (data as { status: string }).status)).toEqual(
      expect.arrayContaining(['started', 'output', 'exited']),
    );
  },
);

test.skipIf(lacking)(
  'V242 of a long output the beginning and the end are kept, and all of the end',
  async () => {
    const said = await execute(makeWorkFolder(), 'seq 1 200000');
    expect(said).toMatch(/\n1\n2\n/);
    expect(said).toMatch(/lines, .* left out/);
    expect(said).toMatch(/199999\n200000\n$/);
  },
);

test.skipIf(lacking)('V242 keys stay hidden, and a signal is told as shells do', async () => {
  vi.stubEnv('MILLRACE_SECRET', 'hidden-value');
  const work = makeWorkFolder();
  expect(await execute(work, 'env')).not.toContain('hidden-value');
  vi.unstubAllEnvs();
  expect(await execute(work, 'kill -9 $$')).toMatch(/exit code 137/);
});

/** A command that notes the process that it starts, and waits for it. */
const WAIT = 'sh -c \'trap "" HUP TERM; echo $$ > pid; while :; do sleep 0.1; done\' & wait';
async function started(work: WorkFolder): Promise<number> {
  const path = join(work.root, 'pid');
  await vi.waitFor(() => expect(existsSync(path) && readFileSync(path, 'utf8')).toMatch(/\n$/), 120_000);
  return Number(readFileSync(path, 'utf8'));
}

test.skipIf(lacking)(
  'V31 at the time limit all that runs there is ended, also what does not listen',
  async () => {
    const work = makeWorkFolder();
    const said = await execute(work, WAIT, { terminal: 'always', timeoutMs: 1_000 });
    expect(said).toMatch(/ended after 1 second, with all/);
    const pid = await started(work);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
  },
);

test.skipIf(lacking)('V31 on cancel all that runs there is ended', async () => {
  const work = makeWorkFolder();
  const said = execute(work, WAIT);
  const pid = await started(work);
  work.stop();
  expect(await said).toMatch(/The command was stopped/);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
  expect(await execute(work, 'echo no > never')).toMatch(/stopped/);
  expect(existsSync(join(work.root, 'never'))).toBe(false);
});

test.skipIf(lacking)('V31 what is left there is hung up on', async () => {
  const work = makeWorkFolder();
  await execute(work, 'sleep 600 & echo $! > pid');
  const pid = await started(work);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
});
