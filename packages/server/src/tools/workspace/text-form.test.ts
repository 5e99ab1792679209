import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeText, encodeText } from './text-form.ts';
import { openWorkspace } from './workspace.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-text-'));
  writeFileSync(join(root, 'a.txt'), 'inside\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
test.each([
  ['UTF-8', Buffer.from('ä\nb\n'), Buffer.from('ö\nb\n')],
  ['UTF-8 with a mark', Buffer.from('\uFEFFä\nb\n'), Buffer.from('\uFEFFö\nb\n')],
  ['UTF-16 LE', utf16('ä\nb\n'), utf16('ö\nb\n')],
  ['UTF-16 BE', utf16('ä\nb\n').swap16(), utf16('ö\nb\n').swap16()],
  ['CRLF', Buffer.from('ä\r\nb\r\n'), Buffer.from('ö\r\nb\r\n')],
  ['UTF-16 LE with CRLF', utf16('ä\r\nb\r\n'), utf16('ö\r\nb\r\n')],
])('A82 %s is read as the same text and written back as it was', async (name, bytes, written) => {
  const workspace = openWorkspace(root);
  writeFileSync(join(root, 'f'), bytes);
  const { text } = await workspace.readText('f');
  expect(text, name).toBe('ä\nb\n');
  await workspace.writeText('f', text.replace('ä', 'ö'));
  expect(readFileSync(join(root, 'f'))).toEqual(written);
});

test('A82 text of any form is the same bytes again', () => {
  const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\r', 'a', '\uFEFF'));
  const form = fc.record({
    lines: fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', ''))),
    encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
    bom: fc.boolean(),
    swap: fc.boolean(),
  });
  fc.assert(
    fc.property(form, ({ lines, encoding, bom, swap }) => {
      const text = lines.flat().join('').replaceAll('\0', '');
      const raw = Buffer.from(bom || encoding === 'utf16le' ? `\uFEFF${text}` : text, encoding);
      const bytes = encoding === 'utf16le' && swap ? raw.swap16() : raw;
      const decoded = decodeText(bytes);
      if (decoded === undefined) return expect.fail('It is a text.');
      expect(encodeText(decoded.text, decoded.form)).toEqual(bytes);
    }),
  );
});

test('A82 a whole new text takes the endings of most lines', async () => {
  const workspace = openWorkspace(root);
  writeFileSync(join(root, 'f'), 'a\r\nb\r\nc\n');
  await workspace.writeText('f', 'x\ny\n');
  expect(readFileSync(join(root, 'f'), 'utf8')).toBe('x\r\ny\r\n');
  writeFileSync(join(root, 'f'), 'a\nb\n');
  await workspace.writeText('f', 'x\r\ny\r\n');
  expect(readFileSync(join(root, 'f'), 'utf8')).toBe('x\ny\n');
});

test.each([
  ['a NUL', Buffer.from('a\0b')],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['Latin-1', Buffer.from('caf\xe9', 'latin1')],
  ['half of UTF-16', Buffer.from([0xff, 0xfe, 0x61])],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
])('A82 %s is no text, and is not written over', async (_, bytes) => {
  const workspace = openWorkspace(root);
  writeFileSync(join(root, 'f'), bytes);
  await expect(workspace.readText('f')).rejects.toThrow(/binary, or neither UTF-8/);
  await expect(workspace.writeText('f', 'x')).rejects.toMatchObject({ code: 'not_text' });
  expect(readFileSync(join(root, 'f'))).toEqual(bytes);
});

test('A82 half a character is not written', async () => {
  await expect(openWorkspace(root).writeText('f', 'a\ud800')).rejects.toThrow(/half of a character/);
});

test('A82 more than 10 MB is neither read nor written', async () => {
  const workspace = openWorkspace(root);
  writeFileSync(join(root, 'big'), '');
  truncateSync(join(root, 'big'), 10 * 1024 * 1024 + 1);
  await expect(workspace.readText('big')).rejects.toThrow('"big" is too large: 10 MB at most.');
  await expect(workspace.writeText('a.txt', 'x'.repeat(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
    code: 'too_large',
  });
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('inside\n');
});

test('A82 the mode is kept; what may only be read is not written', async () => {
  const workspace = openWorkspace(root);
  chmodSync(join(root, 'a.txt'), 0o751);
  await workspace.writeText('a.txt', 'x');
  expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o751);
  chmodSync(join(root, 'a.txt'), 0o444);
  await expect(workspace.writeText('a.txt', 'y')).rejects.toMatchObject({ code: 'read_only' });
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('x');
});

test('A83 a file that changed since you read it is not written or removed; a touched one is', async () => {
  const workspace = openWorkspace(root);
  const { version } = await workspace.readText('a.txt');
  writeFileSync(join(root, 'a.txt'), 'other!\n');
  for (const attempt of [
    () => workspace.writeText('a.txt', 'mine', { expected: version }),
    () => workspace.remove('a.txt', { expected: version }),
    () => workspace.writeText('a.txt', 'mine', { expected: null }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'changed' });
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('other!\n');
  const again = await workspace.readText('a.txt');
  utimesSync(join(root, 'a.txt'), 1, 1);
  expect(await workspace.writeText('a.txt', 'mine', { expected: again.version })).toMatchObject({
    created: false,
  });
  rmSync(join(root, 'a.txt'));
  const gone = workspace.writeText('a.txt', 'x', { expected: again.version });
  await expect(gone).rejects.toThrow(/changed since you read it/);
});

test('A83 writing makes folders, leaves nothing else behind, and says what was new', async () => {
  const workspace = openWorkspace(root);
  expect(await workspace.writeText('n/e/w.txt', 'x', { expected: null })).toMatchObject({ created: true });
  expect(await workspace.writeText('n/e/w.txt', 'y')).toMatchObject({ created: false });
  expect(readdirSync(join(root, 'n/e'))).toEqual(['w.txt']);
  const missing = workspace.writeText('o/l/d.txt', 'x', { expected: 'some version' });
  await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  expect(readdirSync(root)).not.toContain('o');
  await workspace.remove('n/e/w.txt');
  expect(readdirSync(join(root, 'n/e'))).toEqual([]);
});

test('A83 who reads while a file is written sees the old or the new one, whole', async () => {
  const workspace = openWorkspace(root);
  const texts = ['a', 'b'].map((char) => char.repeat(1_000_000));
  await workspace.writeText('f', texts[0] ?? '');
  let writing = true;
  const work = (async () => {
    for (let i = 1; i < 20; i++) await workspace.writeText('f', texts[i % 2] ?? '');
    writing = false;
  })();
  while (writing) {
    const seen = readFileSync(join(root, 'f'), 'utf8');
    expect(texts.includes(seen)).toBe(true);
    await new Promise(setImmediate);
  }
  await work;
});
