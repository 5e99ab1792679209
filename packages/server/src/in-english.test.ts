import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jsonBody } from './http/request/json-body.ts';
import { parseMcpConfig } from './tools/mcp/mcp-config.ts';

// An app that uses zod too, and has told it another language.
const { localeError: before } = z.config();
beforeEach(() => void z.config({ localeError: () => 'Falsche Eingabe' }));
afterEach(() => void z.config({ localeError: before }));

test('H65 problems are told in English, whatever language an app has set for zod', async () => {
  const said = parseMcpConfig({ servers: { a: { command: 5 } } }, 'mcp.json').problems;
  expect(said).toEqual([expect.stringContaining('.command: Invalid input: expected string')]);
  const schema = z.object({ text: z.string() });
  const app = new Hono().post('/', async (c) => c.json(await jsonBody(c, schema)));
  app.onError((error, c) => c.text(JSON.stringify(error) + error.message));
  const headers = { 'content-type': 'application/json' };
  const answer = await app.request('/', { method: 'POST', headers, body: '{"text":5}' });
  expect(await answer.text()).toContain('text: Invalid input: expected string');
});

test('H65 an app keeps the language that it has set for zod', () => {
  parseMcpConfig({ servers: {} }, 'mcp.json');
  expect(z.string().safeParse(5).error?.issues[0]?.message).toBe('Falsche Eingabe');
});
