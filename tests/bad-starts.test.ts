import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';

let data: string;
let mounted: boolean;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'millrace-start-'));
  mounted = false;
});
afterEach(() => {
  killCommands();
  if (mounted) spawnSync('umount', ['-l', data]);
  for (const folder of [data, `${data}-keys`]) rmSync(folder, { recursive: true, force: true });
});

const millrace = (args: readonly string[] = []) => startCommand(args, { MILLRACE_DATA: data });

/** It has ended with one line that says what is wrong and what to do. */
async function expectRefusal(server: ReturnType<typeof millrace>, line: RegExp): Promise<void> {
  expect(await server.ended).toBe(1);
  expect(server.said.text).toMatch(line);
  expect(server.said.text.trim().split('\n')).toHaveLength(1);
}

test('L83 a file with garbage in its header is refused with the fix, and left as it is', async () => {
  const file = join(data, 'millrace.sqlite');
  writeFileSync(file, Buffer.alloc(8192, 7));
  await expectRefusal(
    millrace(),
    /^.*millrace\.sqlite is damaged or not a Millrace database.* restore a backup/,
  );
  rmSync(file);
  await millrace().ready();
});

test('L83 a damaged lock file is not taken for another server', async () => {
  writeFileSync(join(data, 'lock.sqlite'), Buffer.alloc(8192, 7));
  await expectRefusal(millrace(), /^.*lock\.sqlite is damaged/);
});

/** Runs what the command runs; as root as another user, whom files can refuse. Code is loaded before. */
async function serveAsNobody(): Promise<{ code: number | null; said: string }> {
  const code = `
    const { serve } = await import(${JSON.stringify(join(root, 'packages/app/dist/serve/serve.js'))});
    const { readSettings } = await import(${JSON.stringify(join(root, 'packages/app/dist/settings.js'))});
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    await serve(readSettings(process.env)).catch((error) => { console.error(error.message); process.exit(1); });
    process.exit(0);`;
  const env = { PATH: process.env['PATH'], PORT: '0', MILLRACE_DATA: data, MILLRACE_KEYS: `${data}-keys` };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { code: status, said };
}

/** Tells whether another user could read this project: not in a folder that only its owner may enter. */
function isOpenToOthers(path: string): boolean {
  const EXECUTE = 0o001;
  return (statSync(path).mode & EXECUTE) !== 0 && (dirname(path) === path || isOpenToOthers(dirname(path)));
}

test.skipIf(process.platform === 'win32' || (process.getuid?.() === 0 && !isOpenToOthers(root)))(
  'L82 a folder or file that may not be written is told with the fix',
  async () => {
    mkdirSync(`${data}-keys`);
    if (process.getuid?.() === 0)
      for (const folder of [data, `${data}-keys`]) chownSync(folder, 65534, 65534);
    expect(await serveAsNobody()).toMatchObject({ code: 0 });
    const file = join(data, 'millrace.sqlite');
    chmodSync(file, 0o444);
    const readOnlyFile = await serveAsNobody();
    expect(readOnlyFile).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^.*millrace\.sqlite can't be opened or written\. Give the server's user .*\n$/,
      ),
    });
    chmodSync(data, 0o555);
    rmSync(join(data, 'lock.sqlite'), { force: true });
    const readOnlyFolder = await serveAsNobody();
    expect(readOnlyFolder).toEqual({
      code: 1,
      said: expect.stringMatching(/^.* can't be opened or written\. Give the server's user .*\n$/),
    });
    chmodSync(data, 0o755);
  },
);

test('L82 a data folder that is a file is told with the fix', async () => {
  rmSync(data, { recursive: true });
  writeFileSync(data, '');
  await expectRefusal(millrace(), /can't be opened or written/);
});

/** Makes the data folder a disk of its own of a few pages. False where that is not allowed. */
function makeSmallDisk(): boolean {
  mkdirSync(data, { recursive: true });
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', data]).status === 0;
  return mounted;
}

function fillDisk(): void {
  const piece = Buffer.alloc(4096);
  try {
    for (;;) appendFileSync(join(data, 'fill'), piece);
  } catch {
    // It is full.
  }
}

test('L80 a start on a full disk is refused in one line, and works when there is room', async ({ skip }) => {
  if (!makeSmallDisk()) skip('Nobody may mount here.');
  fillDisk();
  await expectRefusal(millrace(), /^There is no space left to write .* Free some space on its disk/);
  rmSync(join(data, 'fill'));
  const server = millrace();
  await server.ready();
  server.child.kill('SIGTERM');
  await server.ended;
  fillDisk();
  await expectRefusal(millrace(), /^There is no space left to write /);
  rmSync(join(data, 'fill'));
  await millrace().ready();
  expect(existsSync(join(data, 'millrace.sqlite'))).toBe(true);
});

test('L80 a disk that fills up while a server runs is told, and it goes on when there is room', async ({
  skip,
}) => {
  if (!makeSmallDisk()) skip('Nobody may mount here.');
  const server = millrace();
  const url = /http:\/\/[\d.:]+/.exec(await server.ready())?.[0] ?? '';
  fillDisk();
  // Links write to the store, so the server and the command meet the same trouble.
  await expectRefusal(millrace(['link']), /^There is no space left to write /);
  const token = /#(.*)\n/.exec(server.said.text)?.[1];
  const signIn = (): Promise<Response> =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  const refused = await signIn();
  expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'store_full' }]);
  expect((await fetch(`${url}/healthz`)).status).toBe(507);
  rmSync(join(data, 'fill'));
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
  // The sign-in that failed has not used up its link.
  expect((await signIn()).status).toBe(200);
  expect(server.said.text.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^There is no space left/),
    'The store works again.',
    '',
  ]);
});
