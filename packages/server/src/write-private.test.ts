import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writePrivate } from './write-private.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('L369 a private file is replaced whole, and only we can read it', () => {
  const file = join(folder, 'keys.json');
  writeFileSync(file, 'old', { mode: 0o644 });
  writePrivate(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('L369 the draft of another server stays, and a failed write leaves none', () => {
  const file = join(folder, 'keys.json');
  writeFileSync(`${file}.new`, 'half');
  writePrivate(file, 'new');
  expect(readFileSync(`${file}.new`, 'utf8')).toBe('half');
  mkdirSync(join(folder, 'taken'));
  expect(() => writePrivate(join(folder, 'taken'), 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(folder).sort()).toEqual(['keys.json', 'keys.json.new', 'taken']);
});
