import type { MessageRecord } from '../../../packages/engine/src/index.ts';
import type { Store } from '../../../packages/server/src/index.ts';
import { at, callBlocks } from './call-blocks.ts';
import { storyOf } from './story.ts';
import { writeRun } from './written-run.ts';

/** A call that only repeats. */
export async function tellLoop(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: 'Make the tests pass.', agoMs: 90_000 });
  const story = storyOf(run);
  const input = { command: 'npm test -- limiter' };
  for (let time = 1; time <= 3; time++) {
    await story.step();
    await story.calls({
      ...{ id: `x${time}`, name: 'execute_command', title: 'Run npm test -- limiter', ms: 4000 },
      ...{ input, result: 'Cannot find module ./clock', failed: true },
    });
  }
  await story.step();
  await story.asks({
    ...{ tool_use_id: 'x4', tool: 'execute_command', input, title: 'Run npm test -- limiter' },
    repetition: {
      reason: 'identical',
      threshold: 3,
      signatures: Array.from({ length: 4 }, () => 'execute_command {"command":"npm test -- limiter"}'),
      ...{ same_result: true, failed: 'Cannot find module ./clock', tokens: 14_200 },
    },
  });
}

/** A command that destroys something, and waits. */
export async function tellCommand(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: 'Build it from scratch.', agoMs: 20_000 });
  const story = storyOf(run);
  const input = { command: 'rm -rf dist && npm run build' };
  await story.step();
  await story.says('I clean up first.');
  await story.asks({
    tool_use_id: 'c1',
    tool: 'execute_command',
    input,
    title: 'Run rm -rf dist && npm run build',
  });
}

type Ending = Pick<MessageRecord, 'text' | 'status'> & Partial<MessageRecord>;

async function tellEnding(store: Store, chatId: string, question: string, record: Ending): Promise<void> {
  const run = await writeRun(store, { chatId, question, agoMs: 60_000 });
  await storyOf(run).step();
  run.wait(record.took_ms ?? 8000);
  const end =
    record.error === undefined
      ? ({ type: record.status === 'cancelled' ? 'cancelled' : 'complete' } as const)
      : ({ type: 'error', ...record.error } as const);
  await run.end(end, record);
}

/** What a provider refused, below what had arrived. */
export const tellError = (store: Store, chatId: string): Promise<void> =>
  tellEnding(store, chatId, 'Why did churn go up?', {
    text: 'Churn rose to **10.1%** from 7.8%. Almost all of it is the Free plan, and it',
    status: 'failed',
    took_ms: 9000,
    error: {
      message: 'Anthropic is rate-limiting this key (429 after 3 tries).',
      code: 'rate_limited',
      retryable: true,
    },
  });

export const tellStopped = (store: Store, chatId: string): Promise<void> =>
  tellEnding(store, chatId, 'Compare the three plans.', {
    ...{ text: 'The three plans differ mostly in', status: 'cancelled', took_ms: 8000 },
  });

export const tellRightToLeft = (store: Store, chatId: string): Promise<void> =>
  tellEnding(store, chatId, 'لماذا ارتفع معدل الإلغاء؟', {
    text: 'ارتفع معدل الإلغاء إلى 10.1٪ بعد تغيير `trial_days=7` في يوليو.\n\nThe English part stays left to right.\n\n- الخطة المجانية\n- الخطة المدفوعة\n\n```ts\nconst trialDays = 7;\n```\n',
    status: 'completed',
    took_ms: 4000,
  });

const POSTED = { channel: '#growth-private', message: 'Q3 churn was 10.1%.' };

const took = (startedAt: number, ms: number) => ({ startedAt, endedAt: startedAt + ms });

/** A finished answer: what was decided, what can be undone, and what to do next. */
export const tellFinished = (store: Store, chatId: string): Promise<void> =>
  tellEnding(store, chatId, 'Post the table to #growth-private.', {
    text: 'Posted to `#growth-private`. Want a ticket for the trial length as well?',
    status: 'completed',
    took_ms: 110_000,
    content: [
      ...callBlocks('p1', 'post_message', POSTED, 'Posted.'),
      ...callBlocks('e1', 'edit_file', { target_file: 'src/app.ts' }, 'Changed.'),
      ...callBlocks('c1', 'execute_command', { command: 'rm -rf dist' }, 'The person said no.', true),
      {
        type: 'text',
        id: 't1',
        text: 'Posted to `#growth-private`. Want a ticket for the trial length as well?',
        ...at,
      },
    ],
    tools: [
      {
        ...{ tool_use_id: 'p1', tool: 'post_message', status: 'done', ...took(1000, 600) },
        ...{ decidedBy: 'device', decidedFrom: 'Pixel 9' },
        decision: { type: 'edit', edited_action: { name: 'post_message', args: POSTED } },
      },
      {
        ...{
          tool_use_id: 'e1',
          tool: 'edit_file',
          status: 'done',
          title: 'Edit src/app.ts',
          ...took(3000, 200),
        },
        ...{ revertible: true, changed: { added: 9, removed: 2 } },
      },
      {
        ...{ tool_use_id: 'c1', tool: 'execute_command', status: 'decided', title: 'Run rm -rf dist' },
        ...{ decidedBy: 'device', decidedFrom: 'Pixel 9' },
        decision: { type: 'reject', message: 'Don’t delete dist, CI reads it.' },
      },
    ],
    suggested_values: [
      { label: 'Yes, create it', value: 'yes' },
      { label: "No, that's all", value: 'no' },
    ],
    suggested_actions: [{ label: 'Open dashboard', action: 'refresh', handler: 'server', style: 'primary' }],
  });
