import type { Store } from '../../../packages/server/src/index.ts';
import { at, callBlocks } from './call-blocks.ts';
import { storyOf } from './story.ts';
import { writeRun } from './written-run.ts';

const QUESTION = `Add a per-key rate limiter to this Hono app. Sliding window, 60 a minute, fall back to IP when there is no key. Keep the existing error format. Here is the current file and the two tests that must still pass, plus the log from yesterday where one client took the whole thing down and the on-call had to restart it by hand.

${Array.from({ length: 14 }, (_, line) => `2026-11-0${1 + (line % 9)} 03:1${line % 10}:07 POST /api/ingest 202 key=acme-${line}`).join('\n')}`;

const BEFORE = `I'll put the limiter in front of \`/api/*\` and keep your error shape:

`;

export const CODE = `import { rateLimit } from './limiter'
import { Hono } from 'hono'

export const app = new Hono()

// 60 requests a minute per key, sliding window
app.use('/api/*', rateLimit({
  limit: 60,
  windowMs: 60_000,
  key: (c) => c.req.header('x-api-key') ?? ip(c),
  onLimit: (c, retryAfter) =>
    c.json({ error: 'rate_limited', retryAfter }, 429),
}))

app.get('/api/health', (c) => c.json({ ok: true }))

app.post('/api/ingest', async (c) => {
  const body = await c.req.json()
  const parsed = Ingest.safeParse(body)
  if (!parsed.success) {
    return c.json({ error: 'bad_request', issues: parsed.error.issues }, 400)
  }
  await queue.add('ingest', parsed.data)
  return c.json({ accepted: true }, 202)
})

export default app
`;

const firstLines = (count: number): string => CODE.split('\n').slice(0, count).join('\n');

/** An agent in the middle of its work: it has read, a sub-agent tests, and it writes a file into the answer. */
export async function tellLimiter(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: QUESTION, agoMs: 22_000 });
  const story = storyOf(run);
  await story.step();
  await story.calls({
    ...({ id: 'r1', name: 'read_file', title: 'Read src/app.ts', ms: 100, folds: 'read' } as const),
    ...{ input: { path: 'src/app.ts' }, result: firstLines(9) },
  });
  await story.calls({
    ...({
      id: 's1',
      name: 'search_files',
      title: 'Search for "rateLimit"',
      ms: 200,
      folds: 'search',
    } as const),
    ...{ input: { path: 'src', regex: 'rateLimit' }, result: '3 files' },
  });
  await story.calls({
    ...{ id: 't1', name: 'new_task', title: 'Test agent', ms: 0 },
    input: { mode: 'code', message: 'Write the tests and run them', subagent_type: 'test agent' },
  });
  await run.add({
    type: 'span_start',
    task: { message: 'Write the tests and run them' },
    span_id: 't1',
  });
  const agent = storyOf(run, 't1');
  await agent.step();
  await agent.calls({
    ...{ id: 'w1', name: 'write_to_file', title: 'Write test/limiter.test.ts', ms: 3000 },
    input: { path: 'test/limiter.test.ts', content: "import { expect, test } from 'vitest'\n" },
    ...{ result: 'Written.', revertible: true },
  });
  await agent.calls({
    ...{ id: 'x1', name: 'execute_command', title: 'Run vitest run limiter', ms: 6000 },
    ...{ input: { command: 'vitest run limiter' }, progress: '14 of 22 passed' },
  });
  await story.writes(`${BEFORE}\`\`\`ts:src/app.ts\n${firstLines(13)}\n`);
}

/** The same answer when it is there. */
export async function tellLimiterDone(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: 'Add a per-key rate limiter.', agoMs: 130_000 });
  const story = storyOf(run);
  await story.step();
  await story.calls({
    ...({ id: 'r1', name: 'read_file', title: 'Read src/app.ts', ms: 100, folds: 'read' } as const),
    ...{ input: { path: 'src/app.ts' }, result: firstLines(9) },
  });
  run.wait(110_000);
  const before = CODE.replace(/app\.use\([\s\S]*?\}\)\)\n\n/, '').replace(/\/\/ 60.*\n/, '');
  const text = `This is the file as it was:\n\n\`\`\`ts:src/app.ts\n${before}\`\`\`\n\n${BEFORE}\`\`\`ts:src/app.ts\n${CODE}\`\`\`\n`;
  await story.says(text);
  const input = { path: 'src/app.ts', content: CODE };
  await run.end(
    { type: 'complete' },
    {
      ...{ text, status: 'completed', took_ms: 110_000 },
      content: [
        ...callBlocks('w1', 'write_to_file', input, 'The file is written.'),
        { type: 'text', id: 't1', text, ...at },
      ],
      tools: [
        {
          ...{ tool_use_id: 'w1', tool: 'write_to_file', title: 'Edit src/app.ts' },
          ...{ status: 'done', ended_at: Date.now() - 125_000, revertible: true },
        },
      ],
    },
  );
}
