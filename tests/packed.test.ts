import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { transformSync } from 'rolldown/utils';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { readEntries } from '../scripts/api-doc.mjs';
import { root } from './support/project-files.ts';

// The output of `npm pack`, in a folder that has nothing else of ours: no sources, no workspace. Only the dependencies that the
// packages declare are linked there.

const run = promisify(execFile);
const PACKED = ['engine', 'server', 'react'] as const;
/** The dependencies that an app brings along. */
const BROUGHT = [
  'react',
  'react-dom',
  '@assistant-ui/react',
  '@tiptap/core',
  '@tiptap/pm',
  '@types/react',
  '@types/node',
  'vite',
];
const app = mkdtempSync(join(tmpdir(), 'millrace-packed-'));
const files = new Map<string, readonly string[]>();

beforeAll(async () => {
  cpSync(join(root, 'tests/packed'), app, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{"type":"module"}');
  writeFileSync(join(app, 'defines.ts'), 'export class Mill {}\n');
  const places = PACKED.flatMap((name) => ['-w', `packages/${name}`]);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', app];
  const { stdout } = await run('npm', [...pack, ...places], { cwd: root });
  // The output of npm, in its own format.
  const packed = JSON.parse(stdout) as readonly Packed[];
  const needs = await Promise.all(packed.map(unpack));
  for (const name of new Set([...BROUGHT, ...needs.flat()])) link(name);
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Puts a package where npm would; gives the names of what it needs. */
async function unpack({ name, filename, files: packed }: Packed): Promise<readonly string[]> {
  const target = join(app, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  files.set(
    name,
    packed.map(({ path }) => path),
  );
  await run('tar', ['xzf', join(app, filename), '-C', target, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((each) => !each.startsWith('@millrace/'));
}

function link(name: string): void {
  const nested = PACKED.map((each) => join(root, 'packages', each, 'node_modules', name));
  const places = [...nested, join(root, 'node_modules', name)];
  const found = places.find((place) => {
    try {
      return readFileSync(join(place, 'package.json')).length > 0;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`${name} is not installed.`);
  const place = join(app, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(found, place);
}

test('C35 a package has what it says, with a licence and a readme, and neither tests nor sources', () => {
  expect(files.size).toBe(PACKED.length);
  for (const packed of files.values()) {
    expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = packed.filter(
      (path) =>
        !/^dist\/[\w/-]+\.(js|js\.map|d\.ts)$|^src\/[\w/-]+\.css$|^(LICENSE|README\.md|package\.json)$/.test(
          path,
        ) || /\.test\.|-contract\./.test(path),
    );
    expect(others).toEqual([]);
  }
  // A source map without its sources would lead nowhere.
  const map = readFileSync(join(app, 'node_modules/@millrace/react/dist/index.js.map'), 'utf8');
  expect(JSON.parse(map)).toHaveProperty('sourcesContent.0', expect.stringContaining('export'));
});

test('C35 the packages run in plain Node: a server, a client of it, and pieces without a page', async () => {
  const { stdout } = await run(process.execPath, ['run.mjs'], { cwd: app });
  expect(JSON.parse(stdout)).toEqual({
    answer: 'You said: Hello',
    steps: expect.stringContaining('Looking up'),
    text: expect.stringContaining('Title'),
    tray: expect.stringContaining('How can I help?'),
    loaded: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }] },
    defined: expect.stringContaining('Mill'),
  });
});

test('H67 plain Node imports every part of the engine by its own address', async () => {
  const parts = [...readEntries()].filter(([entry]) => entry.startsWith('@millrace/engine'));
  const values = parts.map(([entry, list]) => [
    entry,
    list.flatMap(({ name, isType }) => (isType ? [] : name)),
  ]);
  const code = `const all = {};
for (const path of ${JSON.stringify(parts.map(([entry]) => entry))}) all[path] = Object.keys(await import(path));
console.log(JSON.stringify(all));`;
  writeFileSync(join(app, 'parts.mjs'), code);
  const { stdout } = await run(process.execPath, ['parts.mjs'], { cwd: app });
  const sorted = (all: object): object =>
    Object.fromEntries(Object.entries(all).map(([entry, names]) => [entry, names.toSorted()]));
  expect(sorted(JSON.parse(stdout))).toEqual(sorted(Object.fromEntries(values)));
});

/** Folders of the engine, and packages of others, that a part loads when nothing is left out. */
const LOADED = {
  sse: ['wire'],
  json: ['json'],
  calls: ['calls'],
  message: ['json', 'message'],
  markdown: ['character-entities', 'markdown'],
  timeline: ['approval', 'timeline'],
};

test.each(Object.entries(LOADED))('H67 the part %s loads only %s', async (part, loaded) => {
  const bundle = await rolldown({
    input: join(app, `node_modules/@millrace/engine/dist/${part}.js`),
    ...{ cwd: app, treeshake: false, logLevel: 'silent' },
  });
  const { output } = await bundle.generate();
  await bundle.close();
  const ids = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const places = ids.map((id) => /(?:engine\/dist|.*node_modules)\/([\w-]+)\//.exec(id)?.[1] ?? '');
  expect([...new Set(places)].filter((place) => place !== '').sort()).toEqual(loaded);
});

/** The packages of others that the files of an entry name, now or later. */
async function namedBy(file: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: join(app, 'node_modules/@millrace/react', file),
    external: (id) => !/^[./]/.test(id),
    ...{ cwd: app, treeshake: false, logLevel: 'silent' },
  });
  const { output } = await bundle.generate();
  await bundle.close();
  return output.flatMap((each) => (each.type === 'chunk' ? [...each.imports, ...each.dynamicImports] : []));
}

test('C35 an app needs TipTap, or assistant-ui, only for the entry that has its name', async () => {
  const { exports } = JSON.parse(
    readFileSync(join(app, 'node_modules/@millrace/react/package.json'), 'utf8'),
  ) as { exports: Record<string, string | { readonly default: string }> };
  const entries = Object.entries(exports).flatMap(([entry, to]) =>
    typeof to === 'string' ? [] : [[entry, to.default] as const],
  );
  const found: Record<string, readonly string[]> = {};
  for (const [entry, file] of entries) {
    const owners = (await namedBy(file)).map((name) => name.split('/')[0] ?? '');
    found[entry] = [...new Set(owners)].filter((owner) => /^(@tiptap|@assistant-ui|prosemirror)/.test(owner));
  }
  expect(found).toEqual({
    ...{ '.': [], './diagram-frame': [], './german': [], './vault': [] },
    ...{ './assistant-ui': ['@assistant-ui'], './tiptap': ['@tiptap'] },
  });
});

/** The code of a package's README, block by block, as files that Node runs. */
function quickStarts(name: string): string[] {
  const readme = readFileSync(join(app, `node_modules/@millrace/${name}/README.md`), 'utf8');
  return Array.from(readme.matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm), ([, kind, code = ''], i) => {
    const file = `quick-${name}-${i}.mjs`;
    // Node knows no style sheets.
    const source = code.replace(/^import '.*\.css';$/gm, '');
    writeFileSync(join(app, file), transformSync(`quick.${kind}`, source).code);
    return file;
  });
}

test('H71 the quick starts of the engine run as they stand', async () => {
  const imports = quickStarts('engine').map((file) => `import './${file}';\n`);
  expect(imports.length).toBe(9);
  writeFileSync(join(app, 'quick-engine.mjs'), imports.join(''));
  const { stdout } = await run(process.execPath, ['quick-engine.mjs'], { cwd: app });
  const told = ["text: 'Hello'", 'greeting Hello', "path: 'a.ts'", "name: 'read_file'", 'in_progress'];
  for (const words of [...told, '<strong>bo</strong>', "toolName: 'read_file'", 'unknown_version'])
    expect(stdout).toContain(words);
});

test('H71 the quick starts of the components draw', async () => {
  const [help, answer] = quickStarts('react');
  const code = `import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { Help } from './${help}';
import { Answer } from './${answer}';
console.log(renderToString(h(Help)), renderToString(h(Answer, { text: '# Title' })));`;
  writeFileSync(join(app, 'quick-react.mjs'), code);
  const { stdout } = await run(process.execPath, ['quick-react.mjs'], { cwd: app });
  expect(stdout).toMatch(/Ask about this page[\s\S]*Your question[\s\S]*mr-timeline[\s\S]*Title/);
});

test('H71 the quick start of the server serves', async () => {
  const [file = ''] = quickStarts('server');
  const child = spawn(process.execPath, [file], { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [link] = await once(child.stdout, 'data');
    expect((await fetch(new URL('/healthz', String(link)))).status).toBe(200);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

// The stricter one each time.
test.each(isLong ? ['bundler', 'nodenext'] : ['nodenext'])(
  'C35 strict code compiles against them with moduleResolution %s, and what is misspelt does not',
  async (moduleResolution) => {
    const compilerOptions = {
      ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], jsx: 'react-jsx', noEmit: true },
      ...{ module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ verbatimModuleSyntax: true, skipLibCheck: true, types: ['vite/client', 'node'] },
    };
    const config = join(app, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ['uses.tsx'] }));
    const said = await run(join(root, 'node_modules/.bin/tsc'), ['-p', config]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(said.stdout).toBe('');
  },
);

/** The large parts, which are loaded when they are first needed. */
const HEAVY = /^(katex|mermaid|@codemirror|@ironcalc|write-excel-file|@lezer\/(?!common|highlight))/;

test('C35 a bundler takes only what is used, leaves what is large for later, and finds the styles', async () => {
  const uses = {
    steps: `export { Timeline } from '@millrace/react';`,
    plain: `export { buildTimeline } from '@millrace/react';`,
    tray: `export { ChatTray } from '@millrace/react';\nimport '@millrace/react/styles.css';\nimport '@millrace/react/math.css';`,
    full: `export { FullScreenProvider } from '@millrace/react';`,
  };
  for (const [name, code] of Object.entries(uses)) writeFileSync(join(app, `${name}.js`), code);
  const input = Object.fromEntries(Object.keys(uses).map((name) => [name, join(app, `${name}.js`)]));
  // One build, not watched.
  const output = (await build({
    ...{ root: app, configFile: false, logLevel: 'error' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input,
        // Which chunk names a large part is seen without reading it.
        external: (id) => /^react(-dom)?($|\/)/.test(id) || (HEAVY.test(id) && !id.endsWith('.css')),
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const loadedBy = (name: string): Rolldown.OutputChunk[] => {
    const waiting = Array.from(chunks.values()).filter((chunk) => chunk.isEntry && chunk.name === name);
    const seen = new Set(waiting);
    for (const chunk of seen)
      for (const next of chunk.imports) {
        const found = chunks.get(next);
        if (found !== undefined) seen.add(found);
      }
    return Array.from(seen);
  };
  const heavy = (name: string): string[] =>
    loadedBy(name).flatMap(({ imports }) => imports.filter((id) => HEAVY.test(id)));
  expect([heavy('steps'), heavy('tray'), heavy('full')]).toEqual([[], [], []]);
  const plain = loadedBy('plain').flatMap(({ moduleIds }) => moduleIds);
  expect(plain.filter((id) => /react\/dist\/(?!index)/.test(id))).toEqual([]);
  const all = Array.from(chunks.values()).flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  for (const name of ['katex', '@codemirror/view', '@ironcalc/wasm'])
    expect(all.some((id) => id.startsWith(name))).toBe(true);
  const css = output.output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  expect(css.join()).toMatch(/--mr-accent:[\s\S]*\.mr-timeline[\s\S]*\.katex/);
});
