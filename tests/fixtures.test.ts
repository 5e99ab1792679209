import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDemoModel } from '@millrace/server';
import { expect, test } from 'vitest';

const folder = new URL('../fixtures/demo/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));
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

test('M6 a recorded answer thinks before it speaks, where it has thoughts', async () => {
  const prompt = demo.prompts?.find(({ text }) => text.startsWith('Review'));
  const request = {
    messages: [{ role: 'user', content: [{ type: 'text', text: prompt?.text ?? '' }] }],
  } as const;
  let thoughts = '';
  for await (const event of demo.stream(request, new AbortController().signal)) {
    if (event.type === 'content_block_delta' && event.delta.type === 'thinking_delta') {
      thoughts += event.delta.thinking;
    }
  }
  expect(thoughts).toBe(readFileSync(new URL('review.thinking.txt', folder), 'utf8').trimEnd());
});

test('M22 the demo model has room for 200,000 tokens', () => {
  expect(demo.contextWindow).toBe(200_000);
});

test('M6 every recorded stream says what its text says', () => {
  const streams = readdirSync(folder).flatMap((file) => (file.endsWith('.sse') ? [file.slice(0, -4)] : []));
  expect(streams).toEqual(names);
});

test('M6 each prompt of the demo model gets its own recorded answer, anything else the greeting', async () => {
  const answers = await Promise.all((demo.prompts ?? []).map(({ text }) => ask(text)));
  expect(answers).toHaveLength(4);
  const greeting = await ask('Something else');
  expect(greeting).toBe(recorded('hello'));
  expect(new Set([...answers, greeting])).toEqual(new Set(names.map(recorded)));
});
