import type { ContentBlock, TimelineItem } from '@millrace/engine';
import type { CallReason, ToolResultBlock, ToolUseBlock } from '@millrace/engine/message';
import type { RunTool } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { germanWords } from '../../words/german/german.ts';
import { englishWords } from '../../words/strings.ts';
import type { AnswerBlock } from './answer.ts';
import { type AnswerFacts, answerTimeline } from './answer-timeline.ts';
import { interleave } from './interleave.ts';

const times = { start_timestamp: null, stop_timestamp: null };
const use = (id: string, name = 'post', more: Partial<ToolUseBlock> = {}): ToolUseBlock => ({
  ...{ type: 'tool_use', id, name, input: { to: id }, ...times },
  ...more,
});
const result = (
  id: string,
  content = 'ok',
  is_error = false,
  more: Partial<ToolResultBlock> = {},
): AnswerBlock => ({
  block: { type: 'tool_result', id: `r${id}`, tool_use_id: id, content, is_error, ...times, ...more },
});
const text = (id: string, words: string): ContentBlock => ({ type: 'text', id, text: words, ...times });
const tool = (id: string, more: Partial<RunTool>): RunTool => ({
  ...{ tool_use_id: id, tool: 'post', status: 'done' },
  ...more,
});
const approval = {
  type: 'approval_request',
  ...{ approval_id: 'a', tool_use_id: '1', tool: 'post', input: {}, args_hash: 'h', ts: 1_234 },
} as const;

/** Gives each call the result that stands among the blocks. */
const linked = (blocks: readonly AnswerBlock[]): AnswerBlock[] =>
  blocks.map((one) => {
    const found = blocks.find(
      ({ block }) => block.type === 'tool_result' && block.tool_use_id === one.block.id,
    );
    return found?.block.type === 'tool_result' ? { ...one, result: found.block } : one;
  });

function made(given: readonly AnswerBlock[], more: Partial<AnswerFacts> = {}) {
  const blocks = linked(given);
  const { steps, details } = answerTimeline({
    strings: englishWords,
    blocks,
    status: 'completed',
    device: 'me',
    ...more,
  });
  const item = steps[0]?.group.parent;
  return { steps, details, item, detail: item && details.get(item.id) };
}
const running = { status: 'running' } as const;

test('T16 a call that waits has the request of the log, and no result', () => {
  const blocks: AnswerBlock[] = [{ block: use('1'), tool: tool('1', { status: 'waiting', approval }) }];
  const { item, detail } = made(blocks, running);
  expect(item).toMatchObject({ kind: 'tool-call', status: 'pending', args: { to: '1' } });
  expect(item).not.toHaveProperty('result');
  expect(detail).toMatchObject({ state: 'waiting', waitingSince: 1_234, asked: { inDoubt: false } });
  expect(detail?.asked?.approval).toBe(approval);
});

test('T16 a call that may have run is asked about in doubt, but not a question of its tool', () => {
  const waits = (more: Partial<RunTool>) =>
    made([{ block: use('1'), tool: tool('1', { status: 'waiting', in_doubt: true, ...more }) }], running)
      .detail;
  const question = { ...approval, question: { message: 'Which?', schema: {} } };
  expect(waits({ approval })?.asked).toEqual({ approval, inDoubt: true });
  expect(waits({ approval, question })?.asked).toEqual({ approval: question, inDoubt: false });
});

test.each([
  ['approve', undefined, 'Approved by you'],
  ['edit', undefined, 'Approved with changes by you'],
  ['reject', 'No', 'Rejected by you: “No”'],
] as const)('T16 the note of a call that was decided with %s says so', (type, message, note) => {
  const edited_action = { name: 'post', args: { to: 'x' } };
  const decision = {
    type,
    ...(message !== undefined && { message }),
    ...(type === 'edit' && { edited_action }),
  };
  const decided = tool('1', {
    ...{ decision, decided_by: 'me', status: type === 'reject' ? 'decided' : 'done' },
  });
  const { item, detail } = made([{ block: use('1'), tool: decided }, result('1', 'ok', type === 'reject')]);
  expect(detail).toMatchObject({ note, approved: type !== 'reject' });
  // The input that ran is the one that is shown.
  expect(item).toMatchObject({ args: { to: type === 'edit' ? 'x' : '1' } });
  expect(item?.status).toBe(type === 'reject' ? 'cancelled' : 'completed');
});

test('T16 what is written, runs, failed or was given up is told', () => {
  const progress = { type: 'tool_progress', tool: 'post', tool_use_id: '1', stage: 's' } as const;
  const works = tool('1', {
    ...{ status: 'running', started_at: 5 },
    progress: { ...progress, message: '14 of 22', progress: 0.5, data: null },
  });
  expect(made([{ block: use('1'), tool: works }], running).detail).toMatchObject({
    ...{ state: 'running', note: '14 of 22', progress: 0.5, startedAt: 5 },
  });
  expect(made([{ block: use('1'), arrived: '{"to', preview: { to: 'a' } }], running)).toMatchObject({
    item: { status: 'running', args: { to: 'a' }, argsText: '{"to' },
    detail: { state: 'writing' },
  });
  expect(
    made([{ block: use('1'), tool: tool('1', {}) }, result('1', 'It broke.\nHere.', true)]),
  ).toMatchObject({
    item: { status: 'error' },
    detail: { state: 'failed', problem: 'It broke.' },
  });
  expect(made([{ block: use('1') }], { status: 'cancelled' }).item?.status).toBe('cancelled');
  const doubted = tool('1', { status: 'uncertain', in_doubt: true });
  expect(made([{ block: use('1'), tool: doubted }, result('1', 'x', true)]).detail?.state).toBe('uncertain');
  expect(made([{ block: use('1'), tool: tool('1', { follow_up: 'run-2' }) }, result('1')]).detail?.note).toBe(
    'Continues in the background.',
  );
});

test('T16 a command that ended with another code than 0 says so, and a tool that threw says why, once', () => {
  const ran = (exit_code: number) =>
    made([{ block: use('1'), tool: tool('1', {}) }, result('1', 'x', false, { exit_code })]).detail?.note;
  expect(ran(3)).toBe('exit code 3');
  expect(ran(0)).toBe(undefined);
  const threw = result('1', 'The tool failed: No such page.', true, { threw: 'No such page.\nGone.' });
  expect(made([{ block: use('1'), tool: tool('1', {}) }, threw]).detail?.problem).toBe('No such page.');
});

test('A254 why a call was not run is told in the words of the page, whatever the server said', () => {
  const why = (reason: CallReason, known?: Partial<RunTool>) =>
    made([
      { block: use('1'), tool: known && tool('1', known) },
      result('1', 'Le serveur parle.', true, { reason }),
    ]).detail;
  const waiting = { status: 'waiting', approval } as const;
  expect(why({ code: 'message_instead' }, waiting)?.note).toBe(
    'You wrote a message instead, so this was not run.',
  );
  expect(why({ code: 'expired' }, waiting)?.note).toBe('Nobody decided in time, so this was not run.');
  expect(why({ code: 'run_stopped' }, waiting)?.note).toBeUndefined();
  expect(why({ code: 'mode_forbids', mode: 'ask' })?.problem).toBe('The ask mode does not allow this tool.');
  expect(why({ code: 'denied_by_rule', scope: 'chat' })?.problem).toBe('A rule of this chat denies this.');
  // A code of a newer server falls back to what the result says.
  expect(why({ code: 'from_the_future' } as unknown as CallReason)?.problem).toBe('Le serveur parle.');
});

test('A254 an older log has no codes: it is drawn by what it has, and its sentences are not read', () => {
  const old = (content: string, known: Partial<RunTool>, is_error = true) =>
    made([{ block: use('1', 'execute_command'), tool: tool('1', known) }, result('1', content, is_error)]);
  expect(old('The command ended with exit code 3.', {}, false).detail).toMatchObject({
    ...{ state: 'done', note: undefined, problem: undefined },
  });
  expect(old('The tool failed: No.', {}).detail).toMatchObject({
    ...{ state: 'failed', problem: 'The tool failed: No.' },
  });
  const overtaken = 'The person wrote a message instead of deciding about this, so it was not run.';
  expect(old(overtaken, { status: 'waiting', approval }).detail).toMatchObject({
    ...{ state: 'cancelled', note: undefined },
  });
});

test('T16 thoughts are steps with their times, but not those that nobody may read', () => {
  const thinking = (thinks: string, stop: string | null): AnswerBlock => ({
    block: {
      ...{ type: 'thinking', id: 't', thinking: thinks },
      ...{ start_timestamp: '2026-01-01T00:00:00Z', stop_timestamp: stop },
    },
  });
  const { item, detail } = made([thinking('Hm', '2026-01-01T00:00:04Z')]);
  expect(item).toMatchObject({ kind: 'reasoning', text: 'Hm', status: 'completed' });
  expect((detail?.endedAt ?? 0) - (detail?.startedAt ?? 0)).toBe(4_000);
  expect(made([thinking('', null)]).steps).toEqual([]);
  expect(made([thinking('', null)], running).item?.status).toBe('running');
  // A run that ended leaves nothing at work.
  expect(made([thinking('Hm', null)], { status: 'failed' }).item?.status).toBe('completed');
});

test('T297 calls whose words are the answer are no steps, unless there is more to tell', () => {
  const spoken = { block: use('1', 'finish', { input: { result: 'Done.' }, speaks: 'result' }) };
  expect(made([spoken, result('1')]).steps).toEqual([]);
  const decision = { type: 'approve' } as const;
  expect(made([{ ...spoken, tool: tool('1', { decision }) }, result('1')]).steps).toHaveLength(1);
  expect(made([spoken, result('1', 'No', true)]).steps).toHaveLength(1);
});

test('T297 what sub-agents did stands under their call, one level deep, and the rest in the details', () => {
  const leaf: AnswerBlock = { block: use('leaf') };
  const inner: AnswerBlock = { block: use('inner', 'new_task'), spans: [{ id: 'inner', blocks: [leaf] }] };
  const said: AnswerBlock = { block: text('t', 'I look.\nThen more.') };
  const outer: AnswerBlock = {
    block: use('outer', 'new_task'),
    spans: [
      { id: 'outer', blocks: [said, inner] },
      { id: 'outer.1', blocks: [] },
    ],
  };
  const { steps, details } = made([outer], running);
  const ids = (items: readonly TimelineItem[] = []) => items.map(({ id }) => id);
  expect(ids(steps[0]?.group.children)).toEqual(['outer:0', 'inner']);
  expect(steps[0]?.group.children[0]).toMatchObject({ kind: 'reasoning', text: 'I look.\nThen more.' });
  expect(ids(details.get('inner')?.steps?.map(({ parent }) => parent))).toEqual(['leaf']);
});

test('T17 steps between two texts stand between them; what calls left stands behind the steps', () => {
  const blocks = [
    { block: use('1') },
    { block: text('a', 'First.') },
    { block: use('2') },
    { block: use('3') },
    { block: text('b', 'Then.') },
    { block: use('4') },
  ];
  const { steps } = made(blocks);
  const body = [0, 1, 2, 3, 4, 5].map((place) => ({ place, isSaid: place === 1 || place === 4 }));
  const order = interleave(steps, body).map((part) =>
    'groups' in part ? part.groups.map(({ parent }) => parent.id).join('') : part.place,
  );
  expect(order).toEqual(['1', 0, 1, '23', 2, 3, 4, '4', 5]);
});

test('U141 the steps of an answer that is on the screen are told in the language that is chosen', () => {
  const blocks = linked([{ block: use('1') }, result('1', 'Exit', false, { exit_code: 3 })]);
  const facts = { blocks, status: 'completed', device: 'me' } as const;
  const english = answerTimeline({ ...facts, strings: englishWords });
  const german = answerTimeline({ ...facts, strings: germanWords }, english);
  expect(english.details.get('1')?.note).toBe('exit code 3');
  expect(german.details.get('1')?.note).toBe('Exit-Code 3');
});
