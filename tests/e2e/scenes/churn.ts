import { describeRule, type OfferedRule, ruleFor } from '../../../packages/engine/src/approval.ts';
import type { Store } from '../../../packages/server/src/index.ts';
import { type StoryCall, storyOf } from './story.ts';
import { writeRun } from './written-run.ts';

const QUESTION =
  'Why did churn go up in Q3? Break it down by plan, and post the table to #growth when you are sure.';

const ANSWER = `Churn rose to **10.1%** from 7.8%. Almost all of it is the Free plan, and it starts the week the trial went from 14 to 7 days.

<!-- title: "Churn by plan, Q3" -->
| Plan | Start | Lost | Churn |
|---|---:|---:|---:|
| Free | 18,240 | 2,371 | 13.0% |
| Pro | 6,512 | 287 | 4.4% |
| Team | 1,904 | 41 | 2.2% |
| Total | 26,656 | 2,699 | 10.1% |
`;

const MESSAGE =
  'Q3 churn was 10.1% (+2.3 pts). Free drove nearly all of it: 13.0%, after the July trial change. Pro and Team are flat.';

/** An analysis that is done, and two actions that wait for the person. */
export async function tellChurn(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: QUESTION, agoMs: 87_000 });
  const story = storyOf(run);
  await story.step();
  await story.thinks('First the numbers by plan, then what changed in July. The table goes out last.', 4100);
  await story.calls({
    ...{ id: 'q1', name: 'query_warehouse', title: 'Query the warehouse', ms: 2800 },
    input: { query: 'churn_monthly · 3 plans · 2026-Q3' },
    result: '12 rows',
  });
  await story.calls({ ...RESEARCH, ms: 0 });
  const agent = storyOf(run, RESEARCH.id);
  await run.add({
    type: 'span_start',
    task: { message: 'Read the release notes of July' },
    span_id: RESEARCH.id,
  });
  await agent.step();
  for (const [place, path] of ['6.1', '6.2', '6.3', '6.4'].entries()) {
    await agent.calls({
      ...({
        id: `n${place}`,
        name: 'read_file',
        title: `Read notes/${path}.md`,
        ms: 4200,
        folds: 'read',
      } as const),
      ...{ input: { path: `notes/${path}.md` }, result: 'Trial cut to 7 days.' },
    });
  }
  run.wait(24_000);
  await agent.says('The trial went from 14 to 7 days on 3 July.');
  await run.add({ type: 'message_stop', span_id: RESEARCH.id });
  await run.add(
    {
      type: 'content_block_start',
      index: 4,
      content_block: { type: 'tool_result', tool_use_id: RESEARCH.id, content: 'Trial cut on 3 July.' },
    },
    { type: 'content_block_stop', index: 4 },
    { type: 'tool_complete', tool: RESEARCH.name, tool_use_id: RESEARCH.id },
  );
  await story.step();
  await story.calls({
    ...{ id: 't1', name: 'check_totals', title: 'Check the totals against billing', ms: 1900 },
    ...{ input: { difference: 'Δ 0.0%' }, result: 'They agree.' },
  });
  await story.step();
  await story.says(ANSWER);
  const post = { channel: '#growth', message: MESSAGE };
  const ticket = { project: 'GROW', summary: 'Review trial length' };
  await story.asks(
    {
      tool_use_id: 'p1',
      tool: 'post_message',
      input: post,
      title: 'Post to #growth',
      rules: rulesFor(chatId, post),
    },
    { tool_use_id: 'p2', tool: 'create_ticket', input: ticket, title: 'Create a ticket in GROW' },
  );
}

/** The rules that "Always allow" offers. */
const rulesFor = (chatId: string, input: StoryCall['input']): OfferedRule[] =>
  (['exact', 'tool'] as const).flatMap((breadth) => {
    const { rule } = ruleFor({ name: 'post_message', input }, breadth, { scope: 'chat' });
    return rule === undefined ? [] : [{ rule, of: chatId, text: describeRule(rule) }];
  });

const RESEARCH = {
  ...{ id: 'r1', name: 'new_task', title: 'Research agent' },
  input: { mode: 'ask', message: 'Read the release notes of July', subagent_type: 'research agent' },
};
