import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorParts, firstPaint, MOST, MOST_EDITOR } from '../scripts/bundle-size.mjs';
import { root } from './support/project-files.ts';

test('W10 the first page loads 180 KB of scripts and styles at most, zipped', () => {
  const sizes = [...firstPaint(join(root, 'packages/app/dist/web')).values()];
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});

test('W20 the editor of messages adds 95 KB at most to what shows them, zipped', () => {
  const parts = editorParts(join(root, 'packages/app/dist/web'));
  const names = [...parts.keys()].join(' ');
  expect(names).toContain('draft-editor');
  // The code that reads pastes and completes words comes behind it.
  for (const late of ['paste-late', 'draft-completion']) expect(names).not.toContain(late);
  const all = [...parts.values()].reduce((sum, size) => sum + size, 0);
  // CodeMirror is in it.
  expect(all).toBeGreaterThan(60_000);
  expect(all).toBeLessThan(MOST_EDITOR);
});

test('W10 what a script imports at once counts, and what it imports later does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-size-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write(
    'index.html',
    '<script type="module" crossorigin src="/a.js"></script><link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/b.js"><link rel="icon" href="/i.svg">',
  );
  write('a.js', 'import{x as y}from"./b.js";import"./c.js";const t="from./x.js";y(()=>import("./late.js"));');
  write('b.js', 'export{x}from"./d.js";');
  for (const name of ['a.css', 'c.js', 'd.js', 'late.js']) write(name, '1');
  expect([...firstPaint(folder).keys()].sort()).toEqual(['a.css', 'a.js', 'b.js', 'c.js', 'd.js']);
  rmSync(folder, { recursive: true });
});
