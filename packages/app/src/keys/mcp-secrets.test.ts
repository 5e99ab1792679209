import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServerConfig } from '@millrace/engine/run';
import { createMcp, createSealer, type McpSecrets, readMcpFile } from '@millrace/server';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { secretsOf } from './secrets-of.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-mcp-'));
  file = join(folder, 'mcp.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const secretsWith = (key: number): McpSecrets => secretsOf(createSealer(new Uint8Array(32).fill(key)));

/** Writes the file as a person does. */
const write = (servers: Readonly<Record<string, McpServerConfig>>): void =>
  writeFileSync(file, JSON.stringify({ servers }, undefined, 2));

test('S64 secrets in the file are encrypted once they were read, also those that a person writes into it', async () => {
  const servers = new Map<string, McpServerConfig>([
    ['a', { command: 'x', args: ['-v'], env: { KEY: 'geheim-1', OTHER: '' } }],
    ['b', { url: 'https://docs.example/mcp', headers: { Authorization: 'Bearer geheim-2' } }],
    ['c', { command: 'y' }],
  ]);
  write(Object.fromEntries(servers));
  const secrets = secretsWith(1);
  const mcp = createMcp({ file, secrets });
  onTestFinished(() => mcp.close());
  expect(mcp.problems).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toContain('geheim');
  expect(readFileSync(file, 'utf8')).toContain('"-v"');
  expect(readMcpFile(file, secrets)).toEqual({ servers, problems: [], plain: false });
  // A change on the page is encrypted, too.
  await mcp.put('d', { command: 'z', env: { TOKEN: 'geheim-3' }, disabled: true });
  expect(readFileSync(file, 'utf8')).not.toContain('geheim');
  expect(readMcpFile(file, secrets).servers.get('d')).toMatchObject({ env: { TOKEN: 'geheim-3' } });
});

test('S64 a secret opens only for the address or program it was given to, and only with the key of the store', () => {
  const docs = { url: 'https://docs.example/mcp', headers: { Authorization: 'Bearer geheim' } };
  write({ docs });
  createMcp({ file, secrets: secretsWith(1) });
  const sealed = readFileSync(file, 'utf8');
  const wrong = /servers\.docs\.headers\.Authorization: was encrypted for another .* Write its value again\./;
  for (const [text, secrets] of [
    [sealed.replace('docs.example', 'evil.example'), secretsWith(1)],
    [sealed.replace('"Authorization"', '"X-Copy"'), secretsWith(1)],
    [sealed, secretsWith(2)],
    [sealed, undefined],
  ] as const) {
    writeFileSync(file, text);
    const { servers, problems } = readMcpFile(file, secrets);
    expect(servers.size).toBe(0);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.replace('X-Copy', 'Authorization')).toMatch(wrong);
    // The file is the person's to mend.
    const before = readFileSync(file, 'utf8');
    createMcp({ file, ...(secrets && { secrets }) });
    expect(readFileSync(file, 'utf8')).toBe(before);
  }
  // Another path of the same host is the same server.
  writeFileSync(file, sealed.replace('docs.example/mcp', 'docs.example/v2'));
  expect(readMcpFile(file, secretsWith(1)).servers.get('docs')).toMatchObject({ headers: docs.headers });
});
