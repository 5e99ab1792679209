import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWorkspaceLock, openCheckpoints } from '@millrace/server';
import { printTable, whole } from './table.ts';

const FILES = 5_000;
const WORDS = [
  'const',
  'return',
  'value',
  'await',
  'import',
  'export',
  'function',
  'if',
  '=>',
  '{',
  '}',
  ';',
];

/** About 4 KB of something like code, other for each file. */
function sourceOf(file: number): string {
  const lines = Array.from({ length: 120 }, (_, line) => {
    const word = (i: number): string => WORDS[(file * 31 + line * 7 + i * 13) % WORDS.length] ?? '';
    return `${word(0)} ${word(1)} name${file % 97}_${line} ${word(2)} ${word(3)}`;
  });
  return `// file ${file}\n${lines.join('\n')}\n`;
}

const pathOf = (file: number): string => `src/part${file % 50}/area${file % 10}/file${file}.ts`;

/** Saving and restoring a workspace of 5,000 files. */
export async function benchCheckpoints(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const [workspace, data] = [join(place, 'work'), join(place, 'data')];
  let bytes = 0;
  const write = (file: number, text: string): void => {
    mkdirSync(dirname(join(workspace, pathOf(file))), { recursive: true });
    writeFileSync(join(workspace, pathOf(file)), text);
    bytes += text.length;
  };
  mkdirSync(data, { recursive: true });
  for (let i = 0; i < FILES; i++) write(i, sourceOf(i));
  const all = openCheckpoints({ workspace, data, lockOn: (folder) => createWorkspaceLock(folder, { data }) });
  const rows: string[][] = [];
  const measure = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    const took = performance.now() - start;
    rows.push([what, whole(took), whole((await all.usage()).bytes / 1024)]);
    return result;
  };
  const workspaceBytes = bytes;
  try {
    const first = await measure('first save', () => all.save('first'));
    await measure('save again, nothing changed', () => all.save('same'));
    write(7, 'one changed file\n');
    await measure('save with 1 changed file', () => all.save('one'));
    for (let i = 0; i < 500; i++) write(i * 10, `changed ${i}\n`);
    await measure('save with 500 changed files', () => all.save('many'));
    await measure('diff of 501 files to now', () => all.diff(first.id, 'now'));
    const { undo } = await measure('restore 501 files, with a save before', () => all.restore(first.id));
    await measure('restore nothing, with a save before', () => all.restore(first.id));
    await measure('undo', () => all.restore(undo));
    for (let i = 0; i < 20; i++) {
      write(i, `turn ${i}\n`);
      await all.save(`turn ${i}`);
    }
    rows.push(['20 more checkpoints', '', whole((await all.usage()).bytes / 1024)]);
    await measure('drop all but the newest', () => all.prune(1));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  printTable(
    `Checkpoints of ${whole(FILES)} files, ${whole(workspaceBytes / 1024)} KB`,
    ['', 'ms', 'KB on the disk after'],
    rows,
  );
}
