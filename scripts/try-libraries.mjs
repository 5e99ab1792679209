// `npm run try:libraries`: packs the packages, installs them in an app outside of this project, with other versions of zod and of the
// compiler than ours, and tries there what a person tries in the first hour. It needs the registry and some minutes.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { buildIfNeeded, root } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

const PACKAGES = ['engine', 'server', 'react', 'app'];
const COMPILERS = { typescript: '5.6', ts7: '7' };
const SIZE_LIMIT_MB = 120;
const folder = mkdtempSync(join(tmpdir(), 'millrace-try-'));
const app = join(folder, 'app');
let failed = 0;

/** Runs a program in the app; gives what it said. Throws when it fails. */
function run(program, args, cwd = app) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}
const bin = (name) => join(app, 'node_modules/.bin', name);

async function step(name, work) {
  try {
    console.log(`ok     ${name}${(await work()) ?? ''}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.message}`);
  }
}

function pack() {
  mkdirSync(app, { recursive: true });
  const places = PACKAGES.flatMap((name) => ['-w', `packages/${name}`]);
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, ...places], root);
  return Object.fromEntries(
    readdirSync(folder).flatMap((file) => (file.endsWith('.tgz') ? [nameOf(file)] : [])),
  );
}

function nameOf(file) {
  const [, name] = /^millrace-(?:(engine|server|react)-)?\d/.exec(file) ?? [];
  return [name ?? 'app', join(folder, file)];
}

function install(place, dependencies) {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], place);
}

/** The bytes of a folder. */
function sizeOf(place) {
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

function compile(compiler, files) {
  const lib = ['es2023', 'dom', 'dom.iterable'];
  const compilerOptions = {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib, jsx: 'react-jsx' },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
    types: ['node', 'vite/client'],
  };
  const config = join(app, `tsconfig.${compiler}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const tsc = join(app, 'node_modules', compiler, 'bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', config], { cwd: app, encoding: 'utf8' }).stdout;
}

function expectNothing(said) {
  if (said.trim() !== '') throw new Error(said);
}

/** Looks at the built page in a browser: what it draws, and that a card is decided. */
async function look(dist) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '').split('?', 1)[0];
    try {
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      response.end(readFileSync(join(dist, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const words = ['A title', 'const kept = 1', 'Zug: 7', 'The rest of the page'];
    for (const text of words) await page.getByText(text).first().waitFor();
    if (process.env.MILLRACE_PICTURES)
      await page.screenshot({
        path: join(process.env.MILLRACE_PICTURES, `packed-${Date.now()}.png`),
        fullPage: true,
      });
    // A card takes no press in the moment in which it appears.
    while ((await page.title()) !== 'decided: approve')
      await page
        .getByRole('button', { name: /Approve/ })
        .first()
        .click({ delay: 100 });
  } finally {
    await browser.close();
    server.close();
  }
}

const HTML = '<!doctype html><html lang="en"><title>Try</title><div id="root"></div>';

async function bundleAndLook(name, args) {
  const dist = join(app, `dist-${name}`);
  run(bin(name), args(dist));
  if (name !== 'vite')
    writeFileSync(
      join(dist, 'index.html'),
      `${HTML}<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script>`,
    );
  await look(dist);
}

await buildIfNeeded();
const tarballs = pack();
cpSync(join(root, 'tests/packed/app'), app, { recursive: true });
writeFileSync(join(app, 'index.html'), `${HTML}<script type="module" src="/page.tsx"></script>`);
const { engine, server, react } = tarballs;
const ours = { '@millrace/engine': `file:${engine}`, '@millrace/react': `file:${react}` };
const pinned = { react: '19.3.1', 'react-dom': '19.3.1' };
await step(`@millrace/react with what it needs has at most ${SIZE_LIMIT_MB} MB: `, () => {
  const place = join(folder, 'small');
  install(place, { ...ours, ...pinned });
  const megabytes = Math.round(sizeOf(join(place, 'node_modules')) / 1_000_000);
  if (megabytes > SIZE_LIMIT_MB) throw new Error(`It has ${megabytes} MB.`);
  return `${megabytes} MB`;
});
install(app, {
  ...{ ...ours, ...pinned, '@millrace/server': `file:${server}` },
  ...{ zod: '4.1.9', valibot: '1.5.0', '@valibot/to-json-schema': '1.8.0', arktype: '2.2.9' },
  ...{ express: '5.3.0', hono: '4.13.17', '@hono/node-server': '2.1.6' },
  ...{ typescript: '5.6.3', ts7: 'npm:typescript@7.0.2', '@types/node': '20.19.43' },
  ...{ '@types/react': '19.3.0', '@types/react-dom': '19.3.0', vite: '8.3.5', rolldown: '1.2.15' },
  ...{ esbuild: '0.28.2', publint: '0.3.25', '@arethetypeswrong/cli': '0.18.5' },
});
for (const [name, tarball] of Object.entries(tarballs)) {
  await step(`publint: ${name}`, () => void run(bin('publint'), ['run', tarball, '--strict']));
  const isLibrary = name !== 'app';
  // Style sheets have no types.
  const styles = name === 'react' ? ['--exclude-entrypoints', 'math.css', 'tokens.css', 'styles.css'] : [];
  if (isLibrary)
    await step(
      `types of ${name}`,
      () => void run(bin('attw'), [tarball, '--profile', 'esm-only', ...styles]),
    );
}
for (const [compiler, version] of Object.entries(COMPILERS)) {
  await step(`TypeScript ${version} reads all types, without skipLibCheck`, () =>
    expectNothing(compile(compiler, ['schemas.ts', 'page.tsx'])),
  );
  await step(`TypeScript ${version} tells a misspelt field at that field`, () => {
    const said = compile(compiler, ['misspelt.ts']);
    for (const word of ["'efect' does not exist", "'tittle' does not exist"])
      if (!said.includes(word)) throw new Error(said);
    if (!/misspelt\.ts\(7,3\)/.test(said) || !/misspelt\.ts\(15,3\)/.test(said)) throw new Error(said);
  });
}
await step('schemas of zod 4.1, valibot and arktype make tools', () => {
  run(bin('esbuild'), ['schemas.ts', '--format=esm', '--outfile=schemas.mjs', '--log-level=error']);
  const lines = run(process.execPath, ['schemas.mjs']).trim().split('\n');
  const [zod, valibot, arktype] = lines;
  if (!zod?.includes('"description":"Where"') || !zod.includes('fits')) throw new Error(zod);
  for (const line of [valibot, arktype])
    if (!line?.includes('"city"') || line.includes('fits')) throw new Error(line);
});
await step('Express 5, Hono, http and a route handler stream, ask, decide and upload', () => {
  const said = run(process.execPath, ['hosts.mjs']);
  for (const name of ['express', 'hono', 'http', 'route handler'])
    if (!said.includes(`ok ${name}`)) throw new Error(said);
});
await step('a page of Vite in a browser', () => bundleAndLook('vite', (dist) => ['build', '--outDir', dist]));
await step('a page of esbuild in a browser', () =>
  bundleAndLook('esbuild', (dist) => [
    ...['page.tsx', '--bundle', '--splitting', '--format=esm', '--jsx=automatic', `--outdir=${dist}`],
    ...['--loader:.woff2=file', '--loader:.woff=file', '--loader:.ttf=file', '--loader:.wasm=file'],
  ]),
);
if (process.env.MILLRACE_KEEP) console.log(folder);
else rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
