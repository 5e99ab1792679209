import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSealer } from '@millrace/server';
import { expect, test } from 'vitest';
import { createChoiceFile } from './choice-file.ts';
import { createKeyFile } from './key-file.ts';
import { findModels } from './models.ts';
import { readSettings } from './settings.ts';
import { webAccess } from './web-access.ts';

const demo = fileURLToPath(new URL('../../../fixtures/demo', import.meta.url));
const noKeys = { read: () => ({}), write: () => {} };
// Nothing answers there, whatever runs on this machine.
const NOWHERE = 'http://127.0.0.1:9/v1';
const nowhere = {
  OLLAMA_BASE_URL: NOWHERE,
  ANTHROPIC_BASE_URL: NOWHERE,
  OPENROUTER_BASE_URL: NOWHERE,
};
const models = async (env: Record<string, string>): Promise<string[]> =>
  (await findModels(readSettings({ ...nowhere, ...env }), demo, noKeys)).list().map(({ id }) => id);

test('M7 without a key the demo model answers; with one, the provider does and the demo stays', async () => {
  expect(await models({})).toEqual(['demo/demo']);
  const withKey = await models({ ANTHROPIC_API_KEY: 'k' });
  expect(withKey[0]).toBe('anthropic/claude-sonnet-4-5');
  expect(withKey.at(-1)).toBe('demo/demo');
});

test('M7 MILLRACE_MODEL chooses who answers, also a model that is not listed', async () => {
  expect((await models({ ANTHROPIC_API_KEY: 'k', MILLRACE_MODEL: 'demo/demo' }))[0]).toBe('demo/demo');
  expect((await models({ OPENAI_API_KEY: 'k', MILLRACE_MODEL: 'openai/gpt-x' }))[0]).toBe('openai/gpt-x');
  const slashes = 'openrouter/meta/llama';
  expect((await models({ OPENROUTER_API_KEY: 'k', MILLRACE_MODEL: slashes }))[0]).toBe(slashes);
});

test('M7 a model that cannot be had is refused with the fix', async () => {
  await expect(models({ MILLRACE_MODEL: 'gemini/x' })).rejects.toThrow(/GEMINI_API_KEY is not set/);
  await expect(models({ MILLRACE_MODEL: 'compatible/x' })).rejects.toThrow(/COMPATIBLE_BASE_URL is not set/);
  await expect(models({ MILLRACE_MODEL: 'acme/x' })).rejects.toThrow(/demo\/demo, anthropic\/<model>/);
});

test('M7 each provider is connected by its usual variables', () => {
  const { providers } = readSettings({
    GOOGLE_API_KEY: 'g',
    OPENAI_BASE_URL: 'http://x',
    ANTHROPIC_API_KEY: '',
  });
  expect(providers).toEqual({ gemini: { apiKey: 'g' }, openai: { baseUrl: 'http://x' } });
});

test('M9 entered keys are kept where only the owner of the server can read them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-keys-'));
  const sealer = createSealer(randomBytes(32));
  const keys = createKeyFile(join(folder, 'new'), sealer);
  expect(keys.read()).toEqual({});
  keys.write({ openai: { apiKey: 'k' } });
  expect(keys.read()).toEqual({ openai: { apiKey: 'k' } });
  const file = join(folder, 'new', 'provider-keys.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain('apiKey');
  // As a Millrace before this one wrote it.
  writeFileSync(file, JSON.stringify({ openai: { apiKey: 'old-key' } }));
  expect(keys.read()).toEqual({ openai: { apiKey: 'old-key' } });
  expect(readFileSync(file, 'utf8')).not.toContain('old-key');
  expect(keys.read()).toEqual({ openai: { apiKey: 'old-key' } });
  const other = createKeyFile(join(folder, 'new'), createSealer(randomBytes(32)));
  expect(() => other.read()).toThrow(/encrypted with another key/);
  writeFileSync(file, '{');
  expect(() => keys.read()).toThrow(/delete it and enter the keys again/);
});

test('H13 an empty variable counts as not set', () => {
  expect(readSettings({ PORT: '', MILLRACE_MODEL: '', MILLRACE_STORE: '' })).toMatchObject({
    port: undefined,
    model: undefined,
  });
});

test('G25 the environment says what of the web may be reached', () => {
  expect(readSettings({}).web).toEqual({
    allowHosts: [],
    searxngUrl: undefined,
    braveKey: undefined,
    previews: true,
    browser: undefined,
  });
  const env = {
    MILLRACE_ALLOW_HOSTS: 'localhost, 10.0.0.5:8080,',
    MILLRACE_SEARXNG_URL: 'http://10.0.0.7:8888',
    BRAVE_API_KEY: 'k',
    MILLRACE_PREVIEWS: 'off',
    MILLRACE_BROWSER: '/opt/chrome',
  };
  expect(readSettings(env).web).toEqual({
    allowHosts: ['localhost', '10.0.0.5:8080'],
    searxngUrl: 'http://10.0.0.7:8888',
    braveKey: 'k',
    previews: false,
    browser: '/opt/chrome',
  });
});

test.each([
  [
    'MILLRACE_ALLOW_HOSTS',
    'http://a',
    /MILLRACE_ALLOW_HOSTS: "http:\/\/a" is not a host\. Write a host such as/,
  ],
  ['MILLRACE_SEARXNG_URL', 'searx', /MILLRACE_SEARXNG_URL must be an address such as/],
  ['MILLRACE_SEARXNG_URL', 'file:///x', /MILLRACE_SEARXNG_URL must be/],
  ['MILLRACE_PREVIEWS', 'no', /MILLRACE_PREVIEWS must be on or off, not "no"/],
])('G25 %s=%s is refused with the fix', (name, value, words) => {
  expect(() => readSettings({ [name]: value })).toThrow(words);
});

test('A107 MILLRACE_SANDBOX asks for bubblewrap, and for nothing else', () => {
  expect(readSettings({}).sandbox).toBeUndefined();
  expect(readSettings({ MILLRACE_SANDBOX: 'bwrap' }).sandbox).toBe('bwrap');
  expect(() => readSettings({ MILLRACE_SANDBOX: 'yes' })).toThrow(
    'MILLRACE_SANDBOX must be bwrap, not "yes"',
  );
});

test('G25 the command has an engine only where the environment names one, and previews unless they are off', () => {
  const engine = (env: Record<string, string>) => webAccess(readSettings(env).web).engine;
  expect(engine({})).toBeUndefined();
  expect(engine({ BRAVE_API_KEY: 'k' })).toBeDefined();
  expect(engine({ MILLRACE_SEARXNG_URL: 'http://127.0.0.1:8080' })).toBeDefined();
  expect(readSettings({}).web.previews).toBe(true);
  expect(readSettings({ MILLRACE_PREVIEWS: 'off' }).web.previews).toBe(false);
});

test('W13 the chosen model is kept in the data folder and wins over MILLRACE_MODEL while it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-choice-'));
  const choice = createChoiceFile(join(folder, 'new'));
  expect(choice.read()).toBeUndefined();
  const env = { ...nowhere, ANTHROPIC_API_KEY: 'k', MILLRACE_MODEL: 'demo/demo' };
  const first = async (): Promise<string | undefined> =>
    (await findModels(readSettings(env), demo, noKeys, createChoiceFile(join(folder, 'new')))).list()[0]?.id;
  expect(await first()).toBe('demo/demo');
  choice.write('anthropic/claude-x');
  expect(await first()).toBe('anthropic/claude-x');
  choice.write('openai/gone');
  expect(await first()).toBe('demo/demo');
  rmSync(folder, { recursive: true });
});

test('B26 MILLRACE_MAX_FILE and MILLRACE_MAX_FILES are whole numbers of megabytes', () => {
  expect(readSettings({}).files).toEqual({});
  const set = readSettings({ MILLRACE_MAX_FILE: '100', MILLRACE_MAX_FILES: '2' });
  expect(set.files).toEqual({ largest: 104_857_600, all: 2_097_152 });
  for (const text of ['0', '-1', '2.5', 'x'])
    expect(() => readSettings({ MILLRACE_MAX_FILE: text })).toThrow(/must be a whole number from 1 to/);
});

test('M44 MILLRACE_MAX_TOKENS is a whole number of tokens', () => {
  expect(readSettings({}).maxTokens).toBeUndefined();
  expect(readSettings({ MILLRACE_MAX_TOKENS: '16000' }).maxTokens).toBe(16_000);
  for (const text of ['0', '-1', '1.5', 'many', '1e9'])
    expect(() => readSettings({ MILLRACE_MAX_TOKENS: text })).toThrow(/must be a whole number from 1 to/);
});
