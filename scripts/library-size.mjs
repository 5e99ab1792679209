// Measures what an import of a library adds to a page: one bundle for each row, minified and zipped. Writes docs/sizes.md and the tables
// of the packages' READMEs. With --check it writes nothing and fails where a number is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { buildIfNeeded, root } from './build.mjs';
import { firstPaint } from './bundle-size.mjs';

const engine = JSON.parse(readFileSync(join(root, 'packages/engine/package.json'), 'utf8'));
const subpaths = Object.keys(engine.exports).map((path) => path.replace('.', '@millrace/engine'));

/** The bundles that are measured: the name of a row and its code. */
const ROWS = {
  engine: [
    ...subpaths.map((path) => [`all of \`${path}\``, `export * from '${path}';`]),
    names('@millrace/engine', 'createSseDecoder'),
    names('@millrace/engine', 'createPartialJson'),
    names('@millrace/engine', 'parseMarkdown', 'renderHtml'),
    names('@millrace/engine', 'createMessageReconstructor'),
    names('@millrace/engine', 'createRunState', 'applyRunEvent'),
    names('@millrace/engine', 'createMessageParser'),
  ],
  react: [
    names('@millrace/react', 'createClient'),
    names('@millrace/react', 'useGeneralChat'),
    names('@millrace/react', 'Timeline', 'buildTimeline'),
    names('@millrace/react', 'DocumentView'),
    names('@millrace/react', 'GenericHitlApprovalToolUI'),
    names('@millrace/react', 'ChatTray'),
    names('@millrace/react', 'Transcript'),
    names('@millrace/react/assistant-ui', 'TimelineDataUI'),
    names('@millrace/react/tiptap', 'millraceExtensions'),
    ['all of `@millrace/react/vault`', "export * from '@millrace/react/vault';"],
    names('@millrace/react/vault', 'hpkeSeal', 'hpkeOpen'),
  ],
};

function names(path, ...list) {
  return [`\`${list.join('`, `')}\` of \`${path}\``, `export { ${list.join(', ')} } from '${path}';`];
}

/** Every table by the name of its package: rows of a name and its zipped bytes. */
export async function measure() {
  const tables = {};
  for (const [name, rows] of Object.entries(ROWS)) {
    tables[name] = [];
    for (const [label, code] of rows) tables[name].push([label, await zippedBundle(code)]);
  }
  const style = readFileSync(join(root, 'packages/react/src/styles.css'), 'utf8');
  tables.react.push(['`@millrace/react/styles.css`', zipped(inlined(style, 'packages/react/src'))]);
  const server = readFileSync(join(root, 'packages/server/dist/server.js'));
  tables.server = [['`@millrace/server`, which Node reads at the start', zipped(server)]];
  const page = [...firstPaint(join(root, 'packages/app/dist/web')).values()];
  tables.app = [['the page, before it is first drawn', page.reduce((sum, size) => sum + size, 0)]];
  return tables;
}

/** The zipped bytes of what a bundle loads at once. React, assistant-ui and TipTap are the app's own and do not count. */
async function zippedBundle(code) {
  const entry = join(root, 'scripts/measured.js');
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    logLevel: 'silent',
    external: /^(react|react-dom|@assistant-ui\/react|@tiptap\/(core|pm))($|\/)/,
    plugins: [
      {
        name: 'measured',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const chunks = new Map(output.map((file) => [file.fileName, file]));
  const first = new Set(output.filter(({ isEntry }) => isEntry));
  for (const { imports } of first)
    for (const next of imports) if (chunks.has(next)) first.add(chunks.get(next));
  return [...first].reduce((sum, chunk) => sum + zipped(chunk.code), 0);
}

/** A style sheet with those that it imports in their places. */
function inlined(style, folder) {
  return style.replace(/@import ['"]\.\/([^'"]+)['"];/g, (_, path) => {
    const file = join(folder, path);
    return inlined(readFileSync(join(root, file), 'utf8'), join(file, '..'));
  });
}

function zipped(text) {
  return gzipSync(text, { level: 9 }).length;
}

const HEAD = `# What the libraries cost

Kilobytes of one bundle with nothing else in it, minified and zipped (1 KB is 1,000 bytes). React is not counted: the app has it
anyway. What a component loads when it is first needed (grammars, formulas, diagrams, sheets) is not counted either. \`npm run docs\`
measures it again, and \`npm run check\` fails where a number is out of date.
`;

const TITLES = {
  engine: '@millrace/engine',
  react: '@millrace/react',
  server: '@millrace/server',
  app: 'millrace',
};

function table(rows) {
  const lines = rows.map(([label, size]) => `| ${label} | ${(size / 1000).toFixed(1)} |`);
  return ['| what | KB |', '|---|--:|', ...lines, ''].join('\n');
}

const BLOCK = /(?<=<!-- sizes -->\n)[\s\S]*?(?=<!-- \/sizes -->)/;

/** The files that hold the tables, by their paths, as they should be. */
export function pages(tables) {
  const sections = Object.entries(tables).map(([name, rows]) => `## ${TITLES[name]}\n\n${table(rows)}`);
  const readmes = Object.entries(tables).map(([name, rows]) => {
    const path = `packages/${name}/README.md`;
    return [path, readFileSync(join(root, path), 'utf8').replace(BLOCK, () => `\n${table(rows)}\n`)];
  });
  return Object.fromEntries([['docs/sizes.md', [HEAD, ...sections].join('\n')], ...readmes]);
}

/** A number may be off by a twentieth or 300 bytes: Node's versions zip a little differently. */
export function isNear(told, measured) {
  return Math.abs(told - measured) <= Math.max(0.3, measured / 20);
}

const NUMBERS = /(?<=^\| .* \| )\d+\.\d(?= \|$)/gm;

/** Tells whether two pages say the same, apart from numbers that are near to each other. */
export function isUpToDate(committed, printed) {
  if (committed.replace(NUMBERS, '') !== printed.replace(NUMBERS, '')) return false;
  const told = committed.match(NUMBERS) ?? [];
  return (printed.match(NUMBERS) ?? []).every((number, i) => isNear(Number(told[i]), Number(number)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildIfNeeded();
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of Object.entries(pages(await measure()))) {
    let committed = '';
    try {
      committed = readFileSync(join(root, path), 'utf8');
    } catch {}
    if (isUpToDate(committed, text)) continue;
    if (isCheck) {
      console.log(`${path} is out of date. Run: npm run docs\n${text}`);
      process.exitCode = 1;
    } else writeFileSync(join(root, path), text);
  }
}
