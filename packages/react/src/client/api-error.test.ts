import { expect, test } from 'vitest';
import { problemOf } from '../words/problem-of.ts';
import { englishWords } from '../words/strings.ts';
import { refusal } from './api-error.ts';

const told = async (body: object): Promise<string> =>
  problemOf(englishWords, await refusal(new Response(JSON.stringify(body), { status: 409 })));

test('A258 a refusal with a known code is told in the words of the page, any other in the words of the server', async () => {
  expect(await told({ code: 'run_active', message: 'Etwas läuft.' })).toBe(
    englishWords.problems['run_active'],
  );
  expect(await told({ code: 'unknown_mode', message: 'There is no mode x.' })).toBe('There is no mode x.');
  expect(await told({ code: 'toString', message: 'No.' })).toBe('No.');
  expect(await told({})).toMatch(/409/);
});
