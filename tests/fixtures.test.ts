import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDemoModel } from '@millrace/server';
import { expect, test } from 'vitest';

const folder = new URL('../fixtures/demo/', import.meta.url);
const demo = createDemoModel({ folder: fileURLToPath(folder), paceMs: 0 });

async function ask(text: string): Promise<string> {
  let answer = '';
  const request = { messages: [{ role: 'user', content: [{ type: 'text', text }] }] } as const;
  for await (const event of demo.stream(request, new AbortController().signal)) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') answer += event.delta.text;
  }
  return answer;
}

const recorded = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8').trimEnd();

test('M22 the demo model has room for 200,000 tokens', () => {
  expect(demo.contextWindow).toBe(200_000);
});

test('M6 the demo model greets, and knows a long answer', async () => {
  expect(await ask('Something else')).toBe(recorded('hello'));
  expect(await ask('Write a long answer, please.')).toBe(recorded('long'));
});

test('M6 without the tools that a prompt needs the demo model says so', async () => {
  const answers = await Promise.all((demo.prompts ?? []).map(({ text }) => ask(text)));
  expect(answers).toHaveLength(4);
  for (const answer of answers) expect(answer).toMatch(/^I can't go on: for this I need `/);
});
