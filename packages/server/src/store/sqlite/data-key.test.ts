import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataKey, parseDataKey } from './data-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('L25 the data key is made once, where only its owner can read it', () => {
  const data = join(folder, 'new');
  const key = openDataKey(data);
  expect(key).toHaveLength(32);
  expect(new Set(key).size).toBeGreaterThan(8);
  expect(openDataKey(data)).toEqual(key);
  expect(readdirSync(data)).toEqual(['data.key']);
  expect(statSync(join(data, 'data.key')).mode & 0o777).toBe(0o600);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

test('L25 processes that start at once use one key', async () => {
  const library = new URL('../../../dist/store/sqlite/data-key.js', import.meta.url).href;
  const code = `import { openDataKey } from '${library}';
    process.stdin.once('data', () => { console.log(Buffer.from(openDataKey(process.argv[1])).toString('hex')); process.exit(); });
    console.log('ready');`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code, folder]),
  );
  const said = children.map(() => '');
  for (const [i, child] of children.entries()) child.stdout.on('data', (bytes) => (said[i] += `${bytes}`));
  await expect.poll(() => said.every((text) => text.startsWith('ready'))).toBe(true);
  for (const child of children) child.stdin.write('go');
  await Promise.all(children.map((child) => new Promise((resolve) => child.on('close', resolve))));
  expect(new Set(said)).toEqual(new Set([`ready\n${Buffer.from(openDataKey(folder)).toString('hex')}\n`]));
  expect(readdirSync(folder)).toEqual(['data.key']);
});

test('L25 a key file of another length is refused and left alone', () => {
  for (const bytes of [0, 31, 33]) {
    writeFileSync(join(folder, 'data.key'), Buffer.alloc(bytes, 1));
    expect(() => openDataKey(folder)).toThrow(new RegExp(`has ${bytes} bytes, but a key has 32`));
    expect(readFileSync(join(folder, 'data.key'))).toEqual(Buffer.alloc(bytes, 1));
  }
});

test('L25 a key in base64 has 32 bytes and nothing else', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i);
  const base64 = Buffer.from(key).toString('base64');
  expect(Buffer.from(parseDataKey(base64) ?? [])).toEqual(Buffer.from(key));
  for (const wrong of [
    '',
    'short',
    base64.slice(0, -4),
    `${base64}AAAA`,
    ` ${base64}`,
    base64.replace('A', '!'),
  ]) {
    expect(parseDataKey(wrong)).toBeUndefined();
  }
});
