// `npm run try:packed [-- 20 22 24]`: packs the packages, installs them in an empty folder as `npx millrace` would, and runs the command there with each
// of these versions of Node, which come from npm. It signs in, asks the demo model, and tells how long the start took.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded, root } from './build.mjs';

const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24', '26'];
const STARTS = 5;
const folder = mkdtempSync(join(tmpdir(), 'millrace-packed-'));

function npm(cwd, ...args) {
  const { status, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
}

/** Starts the command in an empty folder of its own, by `npx` or by the file itself, and uses it once. */
async function tryOnce(node, name, isNpx) {
  const home = join(folder, name);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  const path = `${join(node, '..')}:${join(folder, 'app/node_modules/.bin')}:${process.env.PATH}`;
  const began = performance.now();
  const [program, args] = isNpx
    ? ['npx', ['--no-install', 'millrace']]
    : [node, [join(folder, 'app/node_modules/millrace/millrace.mjs')]];
  const child = spawn(program, args, {
    // npx finds the command in the folder where the packages are; the data is in an empty one.
    cwd: isNpx ? join(folder, 'app') : home,
    detached: true,
    env: { PATH: path, HOME: home, MILLRACE_DATA: join(home, 'data'), PORT: '0', MILLRACE_DEMO_PACE: '0' },
  });
  let said = '';
  try {
    const link = await new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes) => {
          said += bytes;
          const found = /http:\/\/[\d.:]+\/start#[\w-]+/.exec(said);
          if (found !== null) resolve(found[0]);
        });
      child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
    });
    const ms = performance.now() - began;
    await use(link);
    return ms;
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM');
      await gone;
    }
  }
}

/** Signs in, opens the page, and gets an answer of the demo model. */
async function use(link) {
  const { origin, hash } = new URL(link);
  const headers = { 'content-type': 'application/json' };
  const post = (path, body) =>
    fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const signedIn = await post('/api/session', { token: hash.slice(1) });
  const { key } = await signedIn.json();
  Object.assign(headers, {
    cookie: signedIn.headers.get('set-cookie').split(';', 1)[0],
    'x-millrace-key': key,
  });
  const page = await fetch(origin);
  if (!(await page.text()).includes('<script')) throw new Error('There is no page.');
  await post('/api/chats', { id: 'c' });
  const { run_id } = await (await post('/api/chats/c/messages', { command_id: 'm', text: 'Hello' })).json();
  const events = await (await fetch(`${origin}/api/runs/${run_id}/events`, { headers })).text();
  if (!events.includes('"type":"complete"')) throw new Error(`The run did not end: ${events.slice(-300)}`);
}

try {
  await buildIfNeeded();
  const [packed, app] = ['packed', 'app'].map((name) => join(folder, name));
  for (const each of [packed, app]) mkdirSync(each);
  npm(
    root,
    'pack',
    '--ignore-scripts',
    '--pack-destination',
    packed,
    '-w',
    'packages/engine',
    '-w',
    'packages/server',
    '-w',
    'packages/app',
  );
  writeFileSync(join(app, 'package.json'), '{}');
  npm(app, 'install', ...readdirSync(packed).map((name) => join(packed, name)));
  for (const version of VERSIONS) {
    const place = join(folder, `node-${version}`);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{}');
    npm(place, 'install', `node@${version}`);
    const node = join(place, 'node_modules/node/bin/node');
    if (!existsSync(node)) throw new Error(`npm has no Node ${version} for this machine.`);
    const own = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const npx = await tryOnce(node, `npx-${version}`, true);
    const starts = [];
    for (let n = 0; n < STARTS; n += 1) starts.push(await tryOnce(node, `home-${version}`, false));
    starts.sort((a, b) => a - b);
    const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
    console.log(
      `Node ${own}: npx ${seconds(npx)}; from the start to ready ${seconds(starts[0])} at best, ${seconds(starts[2])} in the middle.`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
