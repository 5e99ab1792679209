import type { MessageRecord } from '../../../packages/engine/src/run.ts';
import type { Store } from '../../../packages/server/src/index.ts';
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

async function tellEnding(
  store: Store,
  chatId: string,
  question: string,
  record: Ending,
  agoMs = 60_000,
): Promise<void> {
  const run = await writeRun(store, { chatId, question, agoMs });
  await storyOf(run).step();
  run.wait(record.took_ms ?? 8000);
  const end =
    record.error === undefined
      ? ({ type: record.status === 'cancelled' ? 'cancelled' : 'complete' } as const)
      : ({ type: 'error', ...record.error } as const);
  await run.end(end, record);
}

/** As far as an answer had come. */
const BROKEN_OFF = 'Churn rose to **10.1%** from 7.8%. Almost all of it is the Free plan, and it';

/** A provider's refusal just now, below the text that had arrived. */
export const tellError = (store: Store, chatId: string): Promise<void> =>
  tellEnding(
    store,
    chatId,
    'Why did churn go up?',
    {
      text: BROKEN_OFF,
      status: 'failed',
      took_ms: 9000,
      error: {
        message: 'Anthropic is rate-limiting this key: 429 after 3 tries. Try again in 240 s.',
        code: 'rate_limited',
        retryable: true,
        retry_after: 240,
      },
    },
    9000,
  );

/** An answer that is written when the connection breaks. */
export async function tellBroken(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: 'Was it the price?', agoMs: 6000 });
  const story = storyOf(run);
  await story.step();
  await story.writes(BROKEN_OFF);
}

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
