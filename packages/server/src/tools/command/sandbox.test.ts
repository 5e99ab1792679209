import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeSwappedFolder } from '../../../../../fixtures/swapped-folder.ts';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { createExecuteCommand, type ExecuteCommandOptions } from './execute-command.ts';
import { loadTerminals } from './run-in-terminal.ts';
import { findBubblewrap } from './sandbox.ts';

/** True if this machine has bubblewrap, and lets it make namespaces. */
function works(): boolean {
  try {
    const bubblewrap = findBubblewrap(process.env);
    const shut = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', 'true'];
    return spawnSync(bubblewrap, shut).status === 0;
  } catch {
    return false;
  }
}

const lacking = !works();
if (lacking) console.warn('bubblewrap does not work on this machine: its tests are skipped.');

const lackingBoth = lacking || (await loadTerminals()) === undefined;

const execute = async (work: WorkFolder, command: string, options: ExecuteCommandOptions = {}) =>
  (await createExecuteCommand({ sandbox: 'bwrap', ...options }).run({ command }, work.ctx)).content;

test.skipIf(lacking)('V33 only the workspace can be written', async () => {
  const work = makeWorkFolder();
  const outside = join(homedir(), `millrace-sandbox-${process.pid}`);
  const said = await execute(
    work,
    `echo in > a; mkdir b; echo out > ${outside}; echo mine > /tmp/t; cat /tmp/t; ls /tmp`,
  );
  expect(readFileSync(join(work.root, 'a'), 'utf8')).toBe('in\n');
  expect(existsSync(outside)).toBe(false);
  expect(said).toMatch(/Read-only file system/);
  expect(said).toMatch(/mine\n/);
  expect(existsSync('/tmp/t')).toBe(false);
});

test.skipIf(lacking)('V33 our own data and other processes are not seen', async () => {
  const work = makeWorkFolder({ '.millrace/data.key': 'the key' });
  mkdirSync(join(work.root, 'sub'));
  const said = await execute(
    work,
    `cat .millrace/data.key; ls -A .millrace; kill -0 ${process.pid} || echo alone`,
  );
  expect(said).not.toMatch(/the key/);
  expect(said).toMatch(/alone/);
});

test.skipIf(lacking)('V33 there is no network unless it is allowed', async () => {
  const server = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server on a port has one
  const ask = `${process.execPath} -e "fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => console.log('no way'))"`;
  try {
    expect(await execute(makeWorkFolder(), ask)).toMatch(/no way/);
    expect(await execute(makeWorkFolder(), ask, { network: true })).toMatch(/hello/);
  } finally {
    server.close();
  }
});

test.skipIf(lacking)('V33 what is left in the background ends with the command', async () => {
  const work = makeWorkFolder();
  await execute(
    work,
    '(while :; do date +%s%N > beat; sleep 0.05; done) > /dev/null 2>&1 & until [ -s beat ]; do sleep 0.05; done',
  );
  const beat = (): string => readFileSync(join(work.root, 'beat'), 'utf8');
  let last = '';
  await vi.waitFor(
    () => {
      const [before, now] = [last, beat()];
      last = now;
      expect(now).toBe(before);
    },
    { interval: 500 },
  );
});

test.skipIf(lacking)('V33 a command is ended there, too, at its time limit', async () => {
  expect(await execute(makeWorkFolder(), 'sleep 600', { timeoutMs: 500 })).toMatch(
    /ended after 0\.5 seconds/,
  );
});

test.skipIf(lackingBoth)('V33 a terminal is one there, too', async () => {
  const said = await execute(makeWorkFolder(), '[ -t 1 ] && stty size', { terminal: 'always' });
  expect(said).toMatch(/Output:\n40 120\n/);
});

test.skipIf(lacking)('A484 a folder that became a link is not entered there either', async () => {
  const place = makeSwappedFolder('.');
  const tool = createExecuteCommand({ sandbox: 'bwrap' });
  const { content } = await tool.run({ command: 'touch ran', cwd: 'sub' }, place.ctx);
  expect(content).toMatch(/nothing was run/);
  expect(existsSync(join(place.root, 'ran'))).toBe(false);
});
