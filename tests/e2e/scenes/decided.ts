import type { Store } from '../../../packages/server/src/index.ts';
import { type StoryCall, storyOf } from './story.ts';
import { writeRun } from './written-run.ts';

const DIFF = `<<<<<<< SEARCH
const DAYS = 7;
export const trial = DAYS;
=======
/** How long a trial is, by plan. */
const DAYS = {
  free: 14,
  pro: 30,
  team: 30,
};

export const trial = (plan: keyof typeof DAYS): number =>
  DAYS[plan];
>>>>>>> REPLACE`;

/** A finished answer: what was decided, by a device, what can be undone, and what to do next. */
export async function tellDecided(store: Store, chatId: string, device: string): Promise<void> {
  const question = 'Post the table to #growth, and give the trial its days back.';
  const run = await writeRun(store, { chatId, question, agoMs: 110_000 });
  const story = storyOf(run);
  await story.step();
  await story.thinks('First what the trial depends on, then the change, and the message last.', 4100);
  for (const call of BEFORE) await story.calls(call);
  await story.step();
  const post = { channel: '#growth', message: 'Q3 churn was 10.1%. Free drove nearly all of it.' };
  const privately = { ...post, channel: '#growth-private' };
  await story.calls({
    ...{ id: 'p1', name: 'post_message', title: 'Post to #growth-private', input: post, ms: 600 },
    ...{ result: 'Posted.' },
    decided: {
      decision: { type: 'edit', edited_action: { name: 'post_message', args: privately } },
      ...{ by: device, afterMs: 31_000 },
    },
  });
  await story.calls({
    ...{ id: 'e1', name: 'apply_diff', title: 'Edit src/trial.ts', ms: 200 },
    ...{ input: { path: 'src/trial.ts', diff: DIFF }, result: 'Changed.', revertible: true },
    decided: { decision: { type: 'approve' }, by: device, afterMs: 24_000 },
  });
  await story.calls({
    ...{ id: 'c1', name: 'execute_command', title: 'Run rm -rf dist', input: { command: 'rm -rf dist' } },
    ...{ ms: 0, failed: true, result: 'The person said no: Don’t delete dist, CI reads it.' },
    decided: {
      decision: { type: 'reject', message: 'Don’t delete dist, CI reads it.' },
      ...{ by: device, afterMs: 12_000 },
    },
  });
  await story.step();
  for (const call of AFTER) await story.calls(call);
  await story.step();
  await story.says('Posted to `#growth-private`. Want a ticket for the trial length as well?');
  await run.finish({
    suggested_values: [
      { label: 'Yes, create it', value: 'yes' },
      { label: "No, that's all", value: 'no' },
    ],
    suggested_actions: [{ label: 'Open dashboard', action: 'refresh', handler: 'server', style: 'primary' }],
  });
}

const BEFORE: readonly StoryCall[] = [
  {
    ...{ id: 's1', name: 'search_files', title: 'Search for "trial_days"', ms: 200 },
    ...{ input: { path: 'src', regex: 'trial_days' }, result: '2 files' },
  },
  {
    ...({ id: 'r1', name: 'read_file', title: 'Read src/trial.ts', ms: 100, folds: 'read' } as const),
    ...{ input: { path: 'src/trial.ts' }, result: 'const DAYS = 7;' },
  },
];

const AFTER: readonly StoryCall[] = [
  {
    ...{ id: 'x1', name: 'execute_command', title: 'Run npm run build', ms: 21_000 },
    ...{ input: { command: 'npm run build' }, result: 'Built.' },
  },
  {
    ...{ id: 'x2', name: 'execute_command', title: 'Run npm test', ms: 16_000 },
    ...{ input: { command: 'npm test' }, result: '22 passed' },
  },
  {
    ...{ id: 't1', name: 'check_totals', title: 'Check the totals against billing', ms: 800 },
    ...{ input: { difference: 'Δ 0.0%' }, result: 'They agree.' },
  },
];
