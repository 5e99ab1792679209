// Builds every package's dist and the page. `buildIfNeeded` skips it when nothing has changed since the last time.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'packages/app/dist');
const stamp = join(dist, '.built');
const sources = ['packages', 'fixtures/demo', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];
const packages = ['engine', 'server', 'react', 'app'];

/** Runs a program of node_modules; its output is ours. Throws when it fails. */
export function run(name, args, options = {}) {
  const result = spawnSync(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: 'inherit',
    ...options,
  });
  if (result.status !== 0) throw new Error(`${name} ${args.join(' ')} failed.`);
}

export async function build() {
  run('tsc', ['-b', ...packages.map((name) => `packages/${name}`)]);
  await bundleServer();
  // The tests, too, should see the page that people get.
  const env = { ...process.env, NODE_ENV: 'production' };
  run('vite', ['build', 'packages/app/web', '--logLevel', 'warn'], { env });
  run('vite', ['build', 'packages/app/web/diagram', '--logLevel', 'warn'], { env });
  rmSync(join(dist, 'demo'), { recursive: true, force: true });
  cpSync(join(root, 'fixtures/demo'), join(dist, 'demo'), { recursive: true });
  writeFileSync(stamp, '');
}

/** The packages with native or large parts. */
export const APART = [
  '@lydell/node-pty',
  '@vscode/ripgrep',
  'libsql',
  'playwright-core',
  'tree-sitter-wasms',
  'web-tree-sitter',
];

/** The server, the engine and what every start needs in one file, and what its side processes need in another: to find and read some
 * thousand takes most of a start. Whatever is imported later has files of its own. */
async function bundleServer() {
  const folder = join(root, 'packages/server/dist');
  // A part that there is no more must not be packed.
  for (const name of readdirSync(folder)) if (/^server\b.*\.js$/.test(name)) rmSync(join(folder, name));
  await bundle('index.js', 'server');
  await bundle('worker/worker.js', 'server-worker');
}

async function bundle(entry, name) {
  const folder = join(root, 'packages/server/dist');
  // Most who import this file build nothing.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(folder, entry),
    platform: 'node',
    external: (id) => id.startsWith('node:') || isOneOf(APART, id),
  });
  await bundle.write({ dir: folder, entryFileNames: `${name}.js`, chunkFileNames: `${name}-[name].js` });
  await bundle.close();
}

/** Tells whether a module belongs to one of these packages. Pure. */
export function isOneOf(packages, id) {
  return packages.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Before the unit tests, some of which start the built command. */
export const setup = buildIfNeeded;

export async function buildIfNeeded() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.every((path) => newest(join(root, path)) <= built)) return;
  console.log('Building…');
  await build();
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time tells of files that were removed.
  let time = stat.mtimeMs;
  for (const name of readdirSync(path)) {
    if (name !== 'dist' && name !== 'node_modules') time = Math.max(time, newest(join(path, name)));
  }
  return time;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
