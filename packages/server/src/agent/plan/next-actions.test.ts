import { applyRunEvent, createRunState, type HitlDecision } from '@millrace/engine';
import type { RunEvent, RunState } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import type { Tool, ToolEffect } from '../../tools/define/tool.ts';
import { builtInModes } from '../../tools/modes/built-in-modes.ts';
import { type Circumstances, type Note, nextActions, type Plan, type Work } from './next-actions.ts';

const SETTLE_MS = 1_000;
const STARTED = 100;

function tool(name: string, effect: ToolEffect, approval: Tool['approval'] = 'allow'): Tool {
  return { name, description: '', input_schema: {}, effect, approval, run: async () => ({ content: '' }) };
}

const TOOLS = [
  tool('look', 'read'),
  tool('save', 'idempotent'),
  tool('send', 'unsafe', 'ask'),
  tool('fire', 'unsafe'),
  tool('peek', 'read', 'ask'),
  tool('pay', 'unsafe', ({ sum }) => (Number(sum) > 10 ? 'ask' : 'allow')),
];

const [CHAT, CODE] = builtInModes;
if (CHAT === undefined || CODE === undefined) throw new Error('A mode is missing.');

const circumstances = (more: Partial<Circumstances> = {}): Circumstances => ({
  tools: new Map(TOOLS.map((each) => [each.name, each])),
  rules: [],
  root: '/work',
  protectedPaths: [],
  repetitionLimit: 3,
  trouble: undefined,
  now: STARTED,
  settleMs: SETTLE_MS,
  modeOf: (slug) => (slug === 'code' ? CODE : CHAT),
  maxIterations: () => 3,
  atStepLimit: 'sum_up',
  oneByOne: false,
  background: false,
  busy: new Set(),
  spawned: new Set(),
  speaking: new Set([undefined]),
  ...more,
});

function fold(...events: readonly (RunEvent | readonly RunEvent[])[]): RunState {
  return events
    .flat()
    .reduce(
      (state, event, i) => applyRunEvent(state, { ...event, seq: i + 1, fence: 1, ts: STARTED }),
      createRunState(),
    );
}

const step = (n: number, attempt = 1): RunEvent[] => [
  { type: 'step_start', step: n, attempt },
  { type: 'message_start', message: { id: `m${n}` } },
];
const call = (
  id: string,
  name: string,
  input: object = { to: id },
  index = Number(id.slice(1)),
): RunEvent[] => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: { ...input } } },
  { type: 'content_block_stop', index },
];
const STOP: RunEvent = { type: 'message_stop' };
const began = (id: string, name: string, input: object = { to: id }): RunEvent => ({
  type: 'tool_start',
  tool: name,
  input,
  tool_use_id: id,
});
const asked = (id: string, name: string, input: object = { to: id }): RunEvent => ({
  type: 'approval_request',
  approval_id: `ask-${id}`,
  tool_use_id: id,
  tool: name,
  input,
  args_hash: 'h',
});
const said = (id: string, decision: HitlDecision): RunEvent => ({
  type: 'approval_decision',
  approval_id: `ask-${id}`,
  tool_use_id: id,
  decision,
  by: 'me',
});
const doubted = (id: string): RunEvent => ({ type: 'tool_uncertain', tool_use_id: id });
const result = (id: string, index: number): RunEvent[] => [
  {
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_result', tool_use_id: id, content: 'ok', is_error: false },
  },
  { type: 'content_block_stop', index },
];

/** The next actions in a few words: the first note, or all the work, or why there is none. */
function brief({ notes: [note], work, until, end }: Plan): string {
  if (note !== undefined) return briefNote(note);
  if (work.length > 0) return work.map(briefWork).join(', ');
  if (end === undefined) return `wait ${until}`;
  return end.type === 'done' ? 'end' : `stuck: ${end.message}`;
}

function briefNote(note: Note): string {
  switch (note.type) {
    case 'answer':
    case 'expire':
      return `${note.type} ${note.call.block.id}: ${note.refusal.content}`;
    case 'doubt':
      return `doubt ${note.calls.map(({ block }) => block.id).join(' ')}`;
    case 'ask':
      return `ask ${note.questions.map(({ call: { block } }) => block.id).join(' ')}`;
    case 'ask_limit':
      return `ask to go on after ${note.steps}`;
    case 'expire_limit':
      return `expire ${note.approvalId}`;
    case 'cut':
      return 'cut';
    case 'close':
      return `close ${note.span} ${note.end.type}`;
    case 'surface':
      return 'surface';
  }
}

function briefWork(work: Work): string {
  if (work.type === 'run') return `run ${work.call.block.id} ${work.tool.name} ${JSON.stringify(work.input)}`;
  const of = work.span === undefined ? '' : ` for ${work.span}`;
  return `call_model ${work.step}.${work.attempt}${of}${work.offersTools ? '' : ' without tools'}`;
}

const next = (state: RunState, more: Partial<Circumstances> = {}): string =>
  brief(nextActions(state, circumstances(more)));
const SAID = (index = 0): RunEvent[] => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: 'Fine.' } },
  { type: 'content_block_stop', index },
];
/** The next actions after one message with these calls and the events since. */
const after = (calls: readonly RunEvent[], ...since: readonly (RunEvent | readonly RunEvent[])[]): string =>
  next(fold(step(1), calls, STOP, ...since));

test('L38 a model is called until its message is complete, each time as a new attempt', () => {
  expect(next(createRunState())).toBe('call_model 1.1');
  expect(next(fold({ type: 'step_start', step: 1, attempt: 1 }))).toBe('call_model 1.2');
  expect(next(fold(step(1), call('c0', 'look')))).toBe('call_model 1.2');
  expect(next(fold(step(1), step(1, 2)))).toBe('call_model 1.3');
  expect(next(fold(step(1), SAID(), STOP))).toBe('end');
});

test('L38 when all calls have results the model reads them, until it calls nothing', () => {
  const first = [...step(1), ...call('c0', 'look'), STOP, ...result('c0', 1)];
  expect(next(fold(first))).toBe('call_model 2.1');
  expect(next(fold(first, step(2), SAID(), STOP))).toBe('end');
  expect(next(fold(first, { type: 'step_start', step: 2, attempt: 1 }))).toBe('call_model 2.2');
});

test('L38 the model call behind maxIterations offers no tools, and is the last one', () => {
  const first = [...step(1), ...call('c0', 'look'), STOP, ...result('c0', 1)];
  expect(next(fold(first), { maxIterations: () => 1 })).toBe('call_model 2.1 without tools');
  const last = [...first, ...step(2), ...call('c0', 'look'), STOP];
  expect(next(fold(last, result('c0', 1)), { maxIterations: () => 1 })).toBe('end');
  expect(next(createRunState(), { tools: new Map() })).toBe('call_model 1.1 without tools');
  expect(next(fold(step(1), SAID(), STOP), { tools: new Map() })).toBe('end');
});

test('A495 a run that asks at its limit waits, goes on for as many steps again after a yes, and sums up after a no', () => {
  const ask: Partial<Circumstances> = { maxIterations: () => 1, atStepLimit: 'ask' };
  const round = (n: number): RunEvent[] => [
    ...step(n),
    ...call(`c${n}`, 'look'),
    STOP,
    ...result(`c${n}`, 1),
  ];
  const asked = (steps: number, expires?: number): RunEvent => ({
    ...{
      type: 'approval_request',
      approval_id: `q${steps}`,
      tool_use_id: '',
      tool: '',
      input: {},
      args_hash: 'h',
    },
    limit: { steps },
    ...(expires !== undefined && { expires_at: expires }),
  });
  const said = (steps: number, type: 'approve' | 'reject'): RunEvent => ({
    ...{ type: 'approval_decision', approval_id: `q${steps}`, tool_use_id: '', by: 'me' },
    decision: { type },
  });
  expect(next(fold(round(1)), ask)).toBe('ask to go on after 1');
  expect(next(fold(round(1), asked(1)), ask)).toBe('wait null');
  expect(next(fold(round(1), asked(1, STARTED + 9)), ask)).toBe(`wait ${STARTED + 9}`);
  expect(next(fold(round(1), asked(1, STARTED)), ask)).toBe('expire q1');
  expect(next(fold(round(1), asked(1), said(1, 'approve')), ask)).toBe('call_model 2.1');
  expect(next(fold(round(1), asked(1), said(1, 'approve'), round(2)), ask)).toBe('ask to go on after 2');
  const no = [...round(1), asked(1), said(1, 'reject')];
  expect(next(fold(no), ask)).toBe('call_model 2.1 without tools');
  expect(next(fold(no, { type: 'step_start', step: 2, attempt: 1 }), ask)).toBe(
    'call_model 2.2 without tools',
  );
  const late: RunEvent = { type: 'approval_withdrawn', approval_id: 'q1', tool_use_id: '' };
  expect(next(fold(round(1), asked(1), late), ask)).toBe('call_model 2.1 without tools');
  // Without tools there is nothing to go on with.
  expect(next(createRunState(), { ...ask, tools: new Map() })).toBe('call_model 1.1 without tools');
});

test('L39 who was offered no tools runs none', () => {
  const state = fold(step(2), call('c0', 'fire'), STOP);
  expect(next(state, { maxIterations: () => 1 })).toMatch(/^answer c0: Tools were no longer offered/);
  expect(next(state, { maxIterations: () => 2 })).toBe('run c0 fire {"to":"c0"}');
});

test.each<[string, readonly RunEvent[], readonly RunEvent[], string]>([
  ['allowed', call('c0', 'look'), [], 'run c0 look {"to":"c0"}'],
  ['allowed, unsafe', call('c0', 'fire'), [], 'run c0 fire {"to":"c0"}'],
  ['asks', call('c0', 'send'), [], 'ask c0'],
  ['asks by its input: no', call('c0', 'pay', { sum: 1 }), [], 'run c0 pay {"sum":1}'],
  ['asks by its input: yes', call('c0', 'pay', { sum: 11 }), [], 'ask c0'],
  ['was asked', call('c0', 'send'), [asked('c0', 'send')], 'wait null'],
  ['unknown tool', call('c0', 'fly'), [], 'answer c0: There is no tool fly here.'],
  [
    'input that can not be read',
    [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'c0', name: 'look', input: {} },
      },
      { type: 'content_block_stop', index: 0, input_error: 'cut off' },
    ],
    [],
    'answer c0: The input could not be read: cut off',
  ],
])('L39 a call that is new: %s', (_, calls, since, expected) => {
  expect(after(calls, since)).toBe(expected);
});

const EDIT: HitlDecision = { type: 'edit', edited_action: { name: 'send', args: { to: 'you' } } };
// An answer of a later version, or of nobody we know.
const UNKNOWN = { type: 'perhaps' } as unknown as HitlDecision;

test.each<[string, HitlDecision, string]>([
  ['approve', { type: 'approve' }, 'run c0 send {"to":"c0"}'],
  ['approve with a message', { type: 'approve', message: 'fine' }, 'run c0 send {"to":"c0"}'],
  ['approve_always', { type: 'approve_always' }, 'run c0 send {"to":"c0"}'],
  ['edit', EDIT, 'run c0 send {"to":"you"}'],
  ['edit without arguments', { type: 'edit' }, 'run c0 send {"to":"c0"}'],
  ['reject', { type: 'reject' }, 'answer c0: The person did not allow this.'],
  [
    'reject with a message',
    { type: 'reject', message: 'Not today.' },
    'answer c0: The person did not allow this. They said: Not today.',
  ],
  ['an unknown answer', UNKNOWN, 'answer c0: The person did not allow this.'],
])('L39 a call that was decided: %s', (_, decision, expected) => {
  expect(after(call('c0', 'send'), asked('c0', 'send'), said('c0', decision))).toBe(expected);
});

test('L39 a decision counts also where the tool would not ask any more', () => {
  expect(after(call('c0', 'look'), asked('c0', 'look'), said('c0', { type: 'reject' }))).toMatch(/^answer/);
});

test('L38 all that must be asked is asked at once, before anything runs; then calls run in their order', () => {
  const calls = [...call('c0', 'look'), ...call('c1', 'send'), ...call('c2', 'save'), ...call('c3', 'peek')];
  expect(after(calls)).toBe('ask c1 c3');
  const waiting = [asked('c1', 'send'), asked('c3', 'peek')];
  expect(after(calls, waiting)).toBe('run c0 look {"to":"c0"}');
  expect(after(calls, waiting, result('c0', 4))).toBe('run c2 save {"to":"c2"}');
  expect(after(calls, waiting, result('c0', 4), result('c2', 5))).toBe('wait null');
});

test('L38 of several that wait each goes on when it is decided, in any order', () => {
  const calls = [...call('c0', 'send'), ...call('c1', 'peek'), ...call('c2', 'send')];
  const waiting = [asked('c0', 'send'), asked('c1', 'peek'), asked('c2', 'send')];
  const last = [...waiting, said('c2', { type: 'approve' })];
  expect(after(calls, last)).toBe('run c2 send {"to":"c2"}');
  expect(after(calls, last, result('c2', 3))).toBe('wait null');
  const both = [...last, said('c0', { type: 'reject' })];
  expect(after(calls, both)).toMatch(/^answer c0/);
  expect(after(calls, both, result('c0', 3))).toBe('run c2 send {"to":"c2"}');
});

test.each<[ToolEffect, string, string]>([
  ['read', 'look', 'run c0 look {"to":"c0"}'],
  ['idempotent', 'save', 'run c0 save {"to":"c0"}'],
])('L40 a call that was begun and has no result, of effect %s, is made again', (_, name, expected) => {
  expect(after(call('c0', name), began('c0', name))).toBe(expected);
});

test('L40 what is made again is what was begun, also when a person had changed it', () => {
  const since = [asked('c0', 'peek'), said('c0', EDIT), began('c0', 'peek', { to: 'you' })];
  expect(after(call('c0', 'peek'), since)).toBe('run c0 peek {"to":"you"}');
});

test('L40 of an unsafe call that was begun it is noted that nobody knows; a person is asked when nobody can be at work', () => {
  const calls = [...call('c0', 'send'), ...call('c1', 'fire')];
  const begun = [began('c1', 'fire')];
  expect(after(calls, begun)).toBe('doubt c1');
  expect(after(calls, begun, doubted('c1'))).toBe('ask c0');
  // The time counts from the doubt, not from the start: a call may take long.
  const state = fold(step(1), calls, STOP, begun, doubted('c1'), asked('c0', 'send'));
  const settled = STARTED + SETTLE_MS;
  expect(next(state)).toBe(`wait ${settled}`);
  expect(next(state, { now: settled - 1 })).toBe(`wait ${settled}`);
  expect(next(state, { now: settled })).toBe('ask c1');
  expect(next(state, { settleMs: 0 })).toBe('ask c1');
  expect(next(fold(step(1), calls, STOP, begun, doubted('c1')), { now: settled })).toBe('ask c0 c1');
});

test('L40 a person answers for a call in doubt', () => {
  const since = [began('c0', 'fire'), doubted('c0'), asked('c0', 'fire')];
  expect(after(call('c0', 'fire'), since)).toBe('wait null');
  expect(after(call('c0', 'fire'), since, said('c0', { type: 'approve' }))).toBe('run c0 fire {"to":"c0"}');
  expect(after(call('c0', 'fire'), since, said('c0', { type: 'reject', message: 'Leave it.' }))).toBe(
    'answer c0: The server stopped while this ran, so it may have run. The person decided not to run it again. They said: Leave it.',
  );
});

test('L40 a call that was run again is not in doubt until it is cut off again', () => {
  const since = [began('c0', 'fire'), doubted('c0'), asked('c0', 'fire'), said('c0', { type: 'approve' })];
  const state = fold(step(1), call('c0', 'fire'), STOP, since, began('c0', 'fire'));
  expect(state.tools.get('c0')).toMatchObject({ status: 'running', in_doubt: false });
});

test('L39 a tool whose own judgement fails asks', () => {
  const broken = tool('send', 'unsafe', () => {
    throw new Error('broken');
  });
  const state = fold(step(1), call('c0', 'send'), STOP);
  expect(next(state, { tools: new Map([['send', broken]]) })).toBe('ask c0');
});

test('A3 an input that does not fit is told to the model, also one that a person changed', () => {
  const picky: Tool = {
    ...tool('send', 'unsafe', 'ask'),
    check: (input) => (JSON.stringify(input).includes('bad') ? 'to: nobody is called bad' : undefined),
  };
  const at = (...events: readonly (RunEvent | readonly RunEvent[])[]): string =>
    next(fold(step(1), ...events), { tools: new Map([['send', picky]]) });
  expect(at(call('c0', 'send', { to: 'bad' }), STOP)).toMatch(
    /^answer c0: The input is not valid\.\nto: nobody/,
  );
  const edit: HitlDecision = { type: 'edit', edited_action: { name: 'send', args: { to: 'bad' } } };
  expect(at(call('c0', 'send'), STOP, asked('c0', 'send'), said('c0', edit))).toMatch(
    /^answer c0: The person changed the input, but it could not be run/,
  );
});

test('L85 of a call whose doubt lies far ahead a person is asked at once, not in an hour', () => {
  const state = fold(step(1), call('c0', 'fire'), STOP, began('c0', 'fire'), doubted('c0'));
  expect(next(state)).toBe(`wait ${STARTED + SETTLE_MS}`);
  expect(next(state, { now: STARTED - SETTLE_MS - 1 })).toBe('ask c0');
});
