import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findModels } from './models.ts';
import { readSettings } from './settings.ts';

const demo = fileURLToPath(new URL('../../../fixtures/demo', import.meta.url));
const models = (env: Record<string, string>): string[] =>
  findModels(readSettings(env), demo).map(({ id }) => id);

test('M7 without a key the demo model answers; with one, the provider does and the demo stays', () => {
  expect(models({})).toEqual(['demo/demo']);
  expect(models({ ANTHROPIC_API_KEY: 'k' })).toEqual(['anthropic/claude-sonnet-4-5', 'demo/demo']);
});

test('M7 MILLRACE_MODEL chooses who answers', () => {
  expect(models({ ANTHROPIC_API_KEY: 'k', MILLRACE_MODEL: 'demo/demo' })).toEqual([
    'demo/demo',
    'anthropic/claude-sonnet-4-5',
  ]);
  expect(models({ ANTHROPIC_API_KEY: 'k', MILLRACE_MODEL: 'anthropic/claude-x' })).toEqual([
    'anthropic/claude-x',
    'demo/demo',
  ]);
});

test('H13 an empty variable counts as not set', () => {
  expect(readSettings({ PORT: '', MILLRACE_MODEL: '', MILLRACE_STORE: '' })).toMatchObject({
    port: undefined,
    model: undefined,
  });
});
