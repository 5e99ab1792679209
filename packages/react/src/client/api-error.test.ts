import { expect, test } from 'vitest';
import { problemWords, refusal } from './api-error.ts';

const told = async (body: object): Promise<string> =>
  (await refusal(new Response(JSON.stringify(body), { status: 409 }))).message;

test('A258 a refusal with a known code is told in the words of the page, any other in the words of the server', async () => {
  expect(await told({ code: 'run_active', message: 'Etwas läuft.' })).toBe(problemWords('run_active'));
  expect(await told({ code: 'unknown_mode', message: 'There is no mode x.' })).toBe('There is no mode x.');
  expect(await told({ code: 'toString', message: 'No.' })).toBe('No.');
  expect(await told({})).toMatch(/409/);
});
