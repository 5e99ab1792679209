// `npm run docs`: prints docs/api from the `/** */` of what the packages export. With --print it only says what it would write, as JSON.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { buildIfNeeded, root } from './build.mjs';

const PACKAGES = ['engine', 'react', 'server'];

/** The purpose of each entry. A new entry of a package.json needs its sentence here. */
const ABOUT = {
  '@millrace/engine':
    'The names that most programs need. Each also stands in the subpath that its link leads to, with its types.',
  '@millrace/engine/approval':
    'Interrupts that ask a person, rules that allow or deny calls, and repeated calls.',
  '@millrace/engine/calls': "Tool calls in a model's text, whole or while it arrives.",
  '@millrace/engine/document':
    'A message as a TipTap document, its embeds and their contents, and the way back to Markdown.',
  '@millrace/engine/json': 'JSON while it arrives.',
  '@millrace/engine/markdown': 'CommonMark, GFM and math, whole or while it arrives, as a tree and as HTML.',
  '@millrace/engine/message': 'Block events and the message that they make.',
  '@millrace/engine/paste': 'What a person pastes: text, an embed, or files.',
  '@millrace/engine/run':
    'Run events, the state that they make, their other streams, and the shapes of the HTTP API.',
  '@millrace/engine/sse': 'Server-sent events from bytes, and back.',
  '@millrace/engine/timeline': 'What an agent did, as groups of steps.',
  '@millrace/engine/vault':
    'The format of what is sealed, without the cryptography of a platform; [vault.md](../vault.md) explains it.',
  '@millrace/react': 'The client of a server, and the components of a chat.',
  '@millrace/react/assistant-ui': 'The timeline for assistant-ui.',
  '@millrace/react/german': 'The words of the components in German.',
  '@millrace/react/tiptap': 'The documents of `parseMessage` in a TipTap editor.',
  '@millrace/react/vault':
    'Keys, records and wrapped keys with WebCrypto; [vault.md](../vault.md) explains them.',
  '@millrace/react/diagram-frame': 'The page in the sandboxed frame that draws diagrams.',
  '@millrace/server': 'The server, its stores, models and tools.',
};

/** @typedef {{ name: string, isType: boolean, from: string, doc: string, signature: string }} Export */

/** Every entry of the packages by its name, with what it exports. */
export function readEntries() {
  const entries = new Map();
  for (const name of PACKAGES) {
    const folder = join(root, 'packages', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const [path, { types }] of Object.entries(manifest.exports)) {
      if (types !== undefined) entries.set(path.replace('.', manifest.name), readEntry(join(folder, types)));
    }
  }
  return entries;
}

/** The exports of a declaration file, sorted by name. */
function readEntry(file) {
  const { program } = declarations(file);
  const listed = program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.source !== null
      ? node.specifiers.map((each) => readExport(file, node.source.value, each.local.name))
      : node.type === 'ExportNamedDeclaration' && node.declaration !== null
        ? namesOf(node.declaration).map((name) => readExport(file, undefined, name))
        : [],
  );
  return listed.sort((a, b) => order(a.name, b.name));
}

function order(a, b) {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : a < b ? -1 : 1;
}

/** One export. What another package declares has only its address, in `from`. */
function readExport(file, specifier, name) {
  if (specifier !== undefined && !specifier.startsWith('.'))
    return { name, isType: false, from: specifier, doc: '', signature: '' };
  const place = specifier === undefined ? file : sourceOf(file, specifier);
  const { source, program, comments } = declarations(place);
  const found = program.body.filter(
    (node) =>
      (node.type === 'ExportNamedDeclaration' &&
        node.declaration &&
        namesOf(node.declaration).includes(name)) ||
      namesOf(node).includes(name),
  );
  if (found.length === 0) return followed(place, program, name);
  const docs = found.map((node) => docBefore(source, comments, node.start)).filter((doc) => doc !== '');
  const signature = found.map((node) => signatureOf(source, node)).join('\n');
  const isType = found.every((node) => /^TS(Interface|TypeAlias)/.test((node.declaration ?? node).type));
  return { name, isType, from: place, doc: docs[0] ?? '', signature };
}

/** A name that a file only hands on: it exports it from another file, or imports it. */
function followed(file, program, name) {
  for (const { source, specifiers = [] } of program.body) {
    const handed = source && specifiers.find(({ exported, local }) => (exported ?? local).name === name);
    if (handed) return readExport(file, source.value, (handed.imported ?? handed.local).name);
  }
  throw new Error(`${file} does not declare ${name}.`);
}

function sourceOf(file, specifier) {
  return join(dirname(file), specifier).replace(/\.tsx?$|\.js$/, '.d.ts');
}

const read = new Map();

function declarations(file) {
  if (!read.has(file)) {
    const source = readFileSync(file, 'utf8');
    read.set(file, { source, ...parseSync(file, source) });
  }
  return read.get(file);
}

function namesOf(node) {
  if (node.type === 'VariableDeclaration') return node.declarations.map(({ id }) => id.name);
  return node.id?.name === undefined ? [] : [node.id.name];
}

/** The text of the `/** *\/` that ends right before a place. */
function docBefore(source, comments, place) {
  const doc = comments.findLast(({ end }) => end <= place && source.slice(end, place).trim() === '');
  if (doc === undefined || !doc.value.startsWith('*')) return '';
  return doc.value
    .slice(1)
    .replace(/\n\s*\* ?/g, '\n')
    .trim();
}

/** The longest signature of a schema that is worth reading. */
const SCHEMA = /^(const \w+: z\.\w+)<[\s\S]*>;$/;

function signatureOf(source, node) {
  const text = source
    .slice(node.start, node.end)
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replace(/^\s*(#private|private [^;]*);\n/gm, '');
  return text.replace(SCHEMA, '$1<…>;');
}

const HEAD = 'This page is printed from the comments of the code: `npm run docs`.';

/** The pages of docs/api by their names. */
export function apiPages(entries) {
  // A name is described in its own entry: the engine's root and other entries that export it too have a link.
  const engine = new Map(
    [...entries].flatMap(([entry, list]) =>
      entry.startsWith('@millrace/engine/') ? list.map((each) => [each.name, { entry, each }]) : [],
    ),
  );
  const pages = new Map();
  for (const [entry, list] of entries) pages.set(pageOf(entry), page(entry, list, engine));
  pages.set('README.md', index(entries));
  return pages;
}

function pageOf(entry) {
  return `${entry.replace('@millrace/', '').replaceAll('/', '-')}.md`;
}

function page(entry, list, engine) {
  const links = list.filter(({ name, signature }) => signature === '' || (isRoot(entry) && engine.has(name)));
  const own = list.filter((each) => !links.includes(each));
  const rows = links.map(({ name }) => {
    const { entry: home, each } = engine.get(name);
    return `| [\`${name}\`](${pageOf(home)}#${name.toLowerCase()}) | ${cell(firstSentence(each.doc))} |`;
  });
  const table = rows.length === 0 ? [] : ['| name | what it is |', '|---|---|', ...rows, ''];
  const values = own.filter(({ isType }) => !isType);
  const types = own.filter(({ isType }) => isType);
  return [
    ...[`# ${entry}`, '', ABOUT[entry], HEAD, ''],
    ...(isRoot(entry) || rows.length === 0 ? [] : ['## From the engine', '']),
    ...table,
    ...(values.length === 0 ? [] : ['## Functions and values', '']),
    ...values.map(section),
    ...(types.length === 0 ? [] : ['## Types', '']),
    ...types.map(section),
  ].join('\n');
}

function isRoot(entry) {
  return entry === '@millrace/engine';
}

function section({ name, doc, signature }) {
  return [`### ${name}`, '', doc, '', '```typescript', signature, '```', ''].join('\n');
}

function firstSentence(doc) {
  return /^[\s\S]*?[.:](?=\s|$)/.exec(doc)?.[0].replace(/\s+/g, ' ') ?? doc;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

function index(entries) {
  const rows = [...entries].map(
    ([entry, list]) => `| [\`${entry}\`](${pageOf(entry)}) | ${list.length} | ${ABOUT[entry]} |`,
  );
  return [
    '# API reference',
    '',
    HEAD,
    '',
    '| import | names | what it has |',
    '|---|--:|---|',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildIfNeeded();
  const folder = join(root, 'docs/api');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of apiPages(readEntries())) writeFileSync(join(folder, name), text);
}
