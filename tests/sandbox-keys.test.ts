import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const KEY = 'planted-key-4711';
const SERVER = fileURLToPath(new URL('./support/keyed-server.mjs', import.meta.url));

const shut = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', 'true'];
const program = 'bwrap';
const lacking = spawnSync(program, shut).status !== 0;
if (lacking) console.warn('bubblewrap does not work on this machine: its tests are skipped.');

interface Keyed {
  readonly port: number;
  readonly pid: number;
  readonly data: string;
  readonly root: string;
  run(command: string): Promise<string>;
}

/** A process that was started with a key in its environment. It is not in `/tmp`, which no command in the sandbox sees. */
async function startKeyed(work = 'work'): Promise<Keyed> {
  const base = mkdtempSync('/var/tmp/millrace-keyed-');
  const child: ChildProcess = fork(SERVER, [base, work], {
    execArgv: [],
    env: { ...process.env, SOME_PROVIDER_API_KEY: KEY, MILLRACE_KEY: KEY, MILLRACE_TOKEN: KEY },
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(base, { recursive: true, force: true });
  });
  const next = async (): Promise<string> => String((await once(child, 'message'))[0]);
  const place = JSON.parse(await next()) as Omit<Keyed, 'run'>;
  // The key is really there to be found.
  expect(readFileSync(`/proc/${place.pid}/environ`, 'utf8')).toContain(KEY);
  expect(readFileSync(join(place.data, 'data.key'), 'utf8')).toBe(KEY);
  return {
    ...place,
    run(command) {
      const said = next();
      child.send(command);
      return said;
    },
  };
}

/** Everything that a command might try, each by itself. */
const attempts = ({ port, pid, data, root }: Keyed): readonly string[] => [
  'env; export -p; cat /proc/self/environ /proc/$$/environ',
  'cat /proc/$PPID/environ',
  'cat /proc/1/environ /proc/1/cmdline',
  `cat /proc/${pid}/environ; ls /proc/${pid}`,
  'cat /proc/*/environ /proc/*/task/*/environ /proc/*/cmdline',
  'ps eauxww; ps -eo args',
  // The memory of every process that can be seen.
  `${process.execPath} -e "
const fs = require('node:fs');
for (const pid of fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && name !== String(process.pid)))
  try {
    const fd = fs.openSync('/proc/' + pid + '/mem');
    for (const line of fs.readFileSync('/proc/' + pid + '/maps', 'utf8').split('\\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? [];
      if (from === undefined) continue;
      const size = Math.min(parseInt(to, 16) - parseInt(from, 16), 1 << 24);
      const bytes = Buffer.alloc(size);
      try { fs.readSync(fd, bytes, 0, size, BigInt('0x' + from)); } catch {}
      if (bytes.includes('planted' + '-key')) console.log('found in memory of', pid, 'planted' + '-key-4711');
    }
  } catch {}
"`,
  `gdb -p ${pid} -batch -ex 'info proc'; strace -p ${pid}; kill -0 ${pid} && echo seen`,
  `cat ${data}/* ${data}/deep/er/key`,
  `cat ../data/data.key ../data.key ../../data/data.key; cat /proc/self/root${data}/data.key`,
  `cat /proc/1/root${data}/data.key; cat /proc/1/cwd/../data/data.key`,
  `ln -s ${data} here; cat here/data.key; cp -r ${data} copy; cat copy/*; ln ${data}/data.key hard; cat hard`,
  `find ${data} .. -maxdepth 2 -type f | xargs cat`,
  'for n in /proc/self/fd/* /proc/1/fd/*; do [ -f "$n" ] && cat "$n"; done; ls -l /proc/self/fd /proc/1/fd',
  `umount ${data}; cat ${data}/data.key; mount --bind / /tmp; cat /tmp${data}/data.key`,
  `unshare -Urm sh -c 'umount ${data}; umount -l ${data}; cat ${data}/data.key'`,
  `unshare -Urmpf --mount-proc sh -c 'cat /proc/*/environ; cat ${data}/data.key'`,
  'nsenter -t 1 -a cat /proc/1/environ; nsenter -t 1 -m true; chroot /proc/1/root cat /proc/1/environ',
  `${process.execPath} -e "fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => console.log('no'))"`,
  ...[`'\\0millrace-keyed'`, `'${data}/socket'`, `'/run/millrace-keyed-${pid}'`].map(
    (path) =>
      `${process.execPath} -e "require('node:net').connect(${path}).on('data', (d) => console.log(String(d))).on('error', () => console.log('no'))"`,
  ),
  `echo mine > ${data}/data.key; echo mine > ${data}/mcp.json`,
  `cd ${root}; rm -rf .millrace; mkdir -p .millrace; ls -laR .millrace`,
];

test.skipIf(lacking).each([
  ['beside the data', 'work'],
  ['inside of the data', 'data/workspace'],
])(
  'A223 no command in the sandbox finds a key of the server, in a workspace %s',
  async (_, work) => {
    const keyed = await startKeyed(work);
    for (const command of attempts(keyed)) {
      const said = await keyed.run(command);
      expect(said, command).toMatch(/^The command (ended with|was ended)/);
      expect(said, command).not.toContain(KEY);
    }
    expect(readFileSync(join(keyed.data, 'data.key'), 'utf8')).toBe(KEY);
  },
  120_000,
);
