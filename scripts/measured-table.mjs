// `npm run docs`: prints the table of numbers in the README from the tables of docs/measured.md, where each number stands once.
// With --print it only says what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

/** The tables of a page by the names of its sections: rows of cells, the head first. */
export function tablesOf(page) {
  const sections = new Map();
  for (const section of page.split(/^## /m).slice(1)) {
    const [name = '', ...lines] = section.split('\n');
    const tables = [[]];
    for (const line of lines) {
      if (!line.startsWith('|')) {
        if (tables.at(-1)?.length !== 0) tables.push([]);
      } else if (!/^\|[\s:|-]+$/.test(line)) tables.at(-1)?.push(cellsOf(line));
    }
    sections.set(
      name.replace(/ \(.*/, ''),
      tables.filter((rows) => rows.length > 0),
    );
  }
  return sections;
}

const cellsOf = (line) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());

/** The table for the README. Throws with the fix where a number is missing. */
export function measuredTable(page) {
  const sections = tablesOf(page);
  const cell = (section, table, row, column) => {
    const rows = sections.get(section)?.[table] ?? [];
    const at = rows[0]?.indexOf(column) ?? -1;
    const found = rows.find(([name]) => name === row)?.[at];
    if (found === undefined || found === '')
      throw new Error(
        `docs/measured.md has no number for "${row}", "${column}" under "${section}". Add it there, or change scripts/measured-table.mjs.`,
      );
    return found;
  };
  return [
    '| what | command | Millrace | beside |',
    '|---|---|---:|---|',
    ...ROWS.map((row) => `| ${row(cell).join(' | ')} |`),
  ].join('\n');
}

const number = (text) => Number(text.replaceAll(/[,\s>x]/g, ''));
const about = (value) =>
  value < 10 ? value.toFixed(value < 1 ? 2 : 1) : Math.round(value).toLocaleString('en');

/** How many times as long others take; `>` where they were stopped. */
const longer = (ours, theirs) =>
  `${theirs.startsWith('>') ? '> ' : ''}${about(number(theirs) / number(ours))}x`;

const ROWS = [
  (cell) => {
    const of = (row, column) => cell('SSE server', 0, row, column);
    const [ours, raw] = [
      of('Millrace', 'events/s/core'),
      of('bare `http`, one write per burst', 'events/s/core'),
    ];
    return [
      'SSE server, 1,000 streams, events/s/core',
      '`sse`',
      ours,
      `${of('Millrace', 'to Hono')} Hono's \`streamSSE\`, ${about(number(ours) / number(raw))}x bare \`http\``,
    ];
  },
  (cell) => {
    const of = (column) => cell('SSE client', 0, 'an event', column);
    return [
      'SSE client, events/s, an event a chunk',
      '`decode`',
      of('Millrace'),
      `${of('ratio')} the AI SDK's transport`,
    ];
  },
  (cell) => {
    const of = (column) => cell('JSON that arrives', 0, '100 KB', column);
    const ours = of('Millrace');
    return [
      'JSON, 100 KB in 8-character pieces, a preview after each',
      '`json`',
      `${number(ours).toFixed(1)} ms`,
      `${longer(ours, of('jsonriver'))} jsonriver, ${longer(ours, of('partial-json'))} partial-json, ${longer(ours, of('AI SDK'))} the AI SDK`,
    ];
  },
  (cell) => {
    const of = (row, column) => cell('Markdown that arrives', 0, row, column);
    const ours = of('Millrace, document with embeds', 'µs a chunk');
    return [
      'Markdown, 100 KB, a document after each chunk',
      '`markdown`',
      `${ours} µs a chunk`,
      `${of('incremark', 'ratio')} incremark, ${of('@lezer/markdown', 'ratio')} Lezer, ${of("Streamdown's pipeline", 'ratio')} Streamdown's pipeline; ${of('Millrace, tree', 'CommonMark 0.31')} CommonMark examples`,
    ];
  },
  (cell) => {
    const of = (column) => cell('A growing answer in the browser', 1, 'script', column);
    const ours = of('Millrace');
    return [
      'An answer of 96 KB in Chromium, script at equal updates',
      '`browser`',
      `${(number(ours) / 1000).toFixed(1)} s`,
      `${longer(ours, of('Streamdown, coloured'))} Streamdown with colours, ${longer(ours, of('Streamdown, plain'))} without, ${longer(ours, of('react-markdown (713 updates)'))} react-markdown`,
    ];
  },
  (cell) => {
    const kinds = ['plain text', 'one big write', 'many small tools'];
    const all = (...columns) =>
      kinds.flatMap((row) => columns.map((column) => number(cell('Tool calls in text', 0, row, column))));
    const whole = all('whole, 100 KB', 'whole, 10 MB');
    const chunks = all('in chunks, 100 KB', 'in chunks, 10 MB');
    return [
      'Tool calls in text, whole; in pieces of 4-16 characters',
      '`calls`',
      `${Math.min(...whole)} MB/s and more; ${Math.min(...chunks)}-${Math.max(...chunks)}`,
      'small tools are the slow end',
    ];
  },
];

const MARK = '<!-- Printed by `npm run docs` from docs/measured.md. -->\n';

/** The README with the table behind its mark. */
export function withTable(readme, table) {
  const from = readme.indexOf(MARK) + MARK.length;
  if (from < MARK.length) throw new Error(`README.md needs the line ${MARK.trim()} above its table.`);
  return `${readme.slice(0, from)}${table}${readme.slice(readme.indexOf('\n\n', from))}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const readme = withTable(read('README.md'), measuredTable(read('docs/measured.md')));
  if (process.argv.includes('--print')) process.stdout.write(readme);
  else writeFileSync(join(root, 'README.md'), readme);
}
