import { applyRunEvent, createRunState, type TimelineItem } from '@millrace/engine';
import type { NewEvent, RunState } from '@millrace/engine/run';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { act } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { AnswerArticle } from '../message/message-article.tsx';
import { type AnswerBlock, liveAnswer } from './answer.ts';
import { type AnswerTimeline, answerTimeline } from './answer-timeline.ts';

// A run that says, thinks, calls and lets sub-agents work, in pieces of any size, and a page that draws it frame by frame.

interface Call {
  readonly name: string;
  readonly body: string;
  readonly asks: boolean;
  /** The work of the sub-agent that it opens. */
  readonly agent: readonly Part[];
}
interface Part {
  readonly thinks: string;
  readonly says: string;
  readonly calls: readonly Call[];
}

const words = fc.string({ minLength: 1, maxLength: 12 });
const callOf = (agent: fc.Arbitrary<readonly Part[]>): fc.Arbitrary<Call> =>
  fc.record({
    name: fc.constantFrom('post', 'read_file', 'new_task'),
    body: fc.string({ maxLength: 16 }),
    asks: fc.boolean(),
    agent,
  });
const partOf = (agent: fc.Arbitrary<readonly Part[]>): fc.Arbitrary<Part> =>
  fc.record({ thinks: words, says: words, calls: fc.array(callOf(agent), { maxLength: 2 }) });
const inner = fc.array(partOf(fc.constant([])), { maxLength: 1 });
const middle = fc.array(partOf(inner), { maxLength: 1 });
const stories = fc.array(partOf(middle), { minLength: 1, maxLength: 3 });

/** Cuts a text into pieces, of 1 to 9 units by turns. */
function* cut(text: string, size: number): Generator<string> {
  for (let at = 0, n = size; at < text.length; n = (n % 9) + 1) {
    yield text.slice(at, at + n);
    at += n;
  }
}

/** The events of a story. */
function* tell(parts: readonly Part[], size: number, thread = ''): Generator<NewEvent> {
  const at = thread === '' ? {} : { span_id: thread };
  for (const [nth, { thinks, says, calls }] of parts.entries()) {
    const name = `${thread}/${nth}`;
    yield { type: 'step_start', step: nth + 1, attempt: 1, ...at };
    yield { type: 'message_start', message: { id: `m${name}`, model: 'x' }, ...at };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' }, ...at };
    for (const thinking of cut(thinks, size))
      yield { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking }, ...at };
    yield { type: 'content_block_stop', index: 0, ...at };
    yield { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' }, ...at };
    for (const text of cut(says, size))
      yield { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text }, ...at };
    yield { type: 'content_block_stop', index: 1, ...at };
    for (const [i, call] of calls.entries()) yield* write(call, `${name}.${i}`, 2 + i, size, at);
    yield { type: 'message_stop', ...at };
    for (const [i, call] of calls.entries()) yield* run(call, `${name}.${i}`, 2 + calls.length + i, size, at);
  }
}

type At = { readonly span_id?: string };

function* write({ name, body }: Call, id: string, index: number, size: number, at: At): Generator<NewEvent> {
  const content_block = { type: 'tool_use', id, name, input: {} } as const;
  yield { type: 'content_block_start', index, content_block, ...at };
  for (const partial_json of cut(JSON.stringify({ path: id, body }), size))
    yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json }, ...at };
  yield { type: 'content_block_stop', index, ...at };
}

function* run(call: Call, id: string, index: number, size: number, at: At): Generator<NewEvent> {
  const of = { tool: call.name, tool_use_id: id, ...at };
  const input = { path: id, body: call.body };
  const approval_id = `a${id}`;
  if (call.asks) {
    yield { type: 'approval_request', approval_id, input, args_hash: 'h', ...of };
    yield { type: 'approval_decision', approval_id, decision: { type: 'approve' }, by: 'me', ...of };
  }
  yield { type: 'tool_start', input, ...of };
  if (call.agent.length > 0) {
    yield { type: 'span_start', span_id: id, task: { message: 'Look' } };
    yield* tell(call.agent, size, id);
  }
  yield { type: 'tool_progress', stage: 's', message: 'Half', progress: 0.5, data: null, ...of };
  const result = { type: 'tool_result', tool_use_id: id, content: 'ok', is_error: false } as const;
  yield { type: 'content_block_start', index, content_block: { ...result, id: `r${id}` }, ...at };
  yield { type: 'content_block_stop', index, ...at };
  yield { type: 'tool_complete', ...of };
}

interface Course {
  readonly story: readonly Part[];
  /** The size of the first piece of each text. */
  readonly size: number;
  /** The number of events in a frame. */
  readonly batch: number;
  /** The run ends behind so many events, in the middle of anything. */
  readonly length: number;
  readonly end: NewEvent;
}

/** The states of a run, frame by frame. */
function* frames({ story, size, batch, length, end }: Course): Generator<RunState> {
  let state = createRunState();
  let seq = 0;
  const fold = (event: NewEvent): RunState => {
    seq++;
    return applyRunEvent(state, { ...event, seq, fence: 1, ts: 1_000 * seq });
  };
  for (const event of tell(story, size)) {
    if (seq === length) break;
    state = fold(event);
    if (seq % batch === 0) yield state;
  }
  yield state;
  yield fold(end);
}

/** Each block of an answer as text, under the id of its row. A text of the answer itself has none. */
function print(blocks: readonly AnswerBlock[], thread = '', into = new Map<string, string>()) {
  for (const [place, one] of blocks.entries()) {
    const id = one.block.type === 'tool_use' ? one.block.id : `${thread}:${place}`;
    if (thread !== '' || one.block.type !== 'text') into.set(id, JSON.stringify(one));
    for (const span of one.spans ?? []) print(span.blocks, span.id, into);
  }
  return into;
}

const courses: fc.Arbitrary<Course> = fc.record({
  story: stories,
  size: fc.integer({ min: 1, max: 9 }),
  batch: fc.integer({ min: 1, max: 4 }),
  length: fc.integer({ min: 1, max: 300 }),
  end: fc.constantFrom<NewEvent>(
    { type: 'complete' },
    { type: 'cancelled' },
    { type: 'error', message: 'It broke.', code: 'internal', retryable: false },
  ),
});

test('U125 an event makes anew only the blocks and the steps that it changes', () => {
  fc.assert(
    fc.property(courses, (course) => {
      let blocks = new Map<string, AnswerBlock>();
      let timeline: AnswerTimeline | undefined;
      let printed = new Map<string, string>();
      for (const state of frames(course)) {
        const answer = liveAnswer('run', state, false);
        if (state.status !== 'running') {
          // Nothing that was kept is out of date.
          const fresh = liveAnswer('run', last(frames(course)), false);
          const timelines = [answer, fresh].map((each) =>
            answerTimeline({ ...each, strings: englishWords, device: 'me' }),
          );
          expect(timelines[0]).toEqual(timelines[1]);
          continue;
        }
        const now = new Map(flat(answer.blocks).map((one) => [JSON.stringify(one), one]));
        const next = answerTimeline({ ...answer, strings: englishWords, device: 'me' }, timeline);
        const prints = print(answer.blocks);
        const rows = rowsOf(next);
        const anew = [
          ...[...now].filter(([text, one]) => (blocks.get(text) ?? one) !== one).map(([text]) => text),
          ...[...rowsOf(timeline)]
            .filter(([id]) => prints.get(id) === printed.get(id))
            .filter(([id, [item, details]]) => rows.get(id)?.[0] !== item || rows.get(id)?.[1] !== details)
            .map(([id]) => id),
        ];
        expect(anew).toEqual([]);
        const isSame = [...prints].every(([id, text]) => printed.get(id) === text);
        if (isSame && timeline !== undefined) expect(next).toBe(timeline);
        [blocks, timeline, printed] = [now, next, prints];
      }
    }),
    { numRuns: 25 },
  );
});

function last<Each>(all: Iterable<Each>): Each {
  const found = [...all].at(-1);
  if (found === undefined) throw new Error('There is none.');
  return found;
}

function flat(blocks: readonly AnswerBlock[]): readonly AnswerBlock[] {
  return blocks.flatMap((one) => [one, ...(one.spans ?? []).flatMap((span) => flat(span.blocks))]);
}

/** Every item of a timeline with its details, by its id. */
function rowsOf(timeline: AnswerTimeline | undefined) {
  const { groups = [], details } = timeline ?? {};
  const items = groups.flatMap(({ parent, children }) => [parent, ...children]);
  return new Map(items.map((item) => [item.id, [item, details?.get(item.id)] as const]));
}

/** As much of React's tree as tells which components were drawn. */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly memoizedProps: { readonly item?: Pick<TimelineItem, 'id' | 'status'> };
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

const PERFORMED_WORK = 1;

/** The components that the last commit drew. What React left alone has the child that it had before. */
function drawnIn(fiber: Fiber | null): readonly Fiber[] {
  const drawn: Fiber[] = [];
  for (let at = fiber; at !== null; at = at.sibling) {
    if (typeof at.type === 'function' && (at.flags & PERFORMED_WORK) !== 0) drawn.push(at);
    if (at.alternate === null || at.alternate.child !== at.child) drawn.push(...drawnIn(at.child));
  }
  return drawn;
}

/** A component that was drawn, as it was at that commit: a later one reuses the objects of React's tree. */
interface Drawn {
  readonly name: string;
  readonly id: string;
  /** The step that it showed before; undefined when it is new in the page. */
  readonly before: Pick<TimelineItem, 'id' | 'status'> | undefined;
}

const drawnOf = ({ type, memoizedProps, alternate }: Fiber): Drawn => ({
  name: typeof type === 'function' ? type.name : '',
  id: memoizedProps.item?.id ?? '',
  before: alternate?.memoizedProps.item,
});

let commits: (readonly Drawn[])[] = [];
const page = parseHTML('<!doctype html><html><body></body></html>');
const dom = async () => import('react-dom/client');

beforeAll(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: unknown, { current }: { current: Fiber }) =>
      commits.push(drawnIn(current).map(drawnOf)),
    onPostCommitFiberRoot: () => {},
    onCommitFiberUnmount: () => {},
  });
  await dom();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Draws states one after the other, and tells after each which components were drawn. */
async function draw(
  states: Iterable<RunState>,
  look: (state: RunState, drawn: readonly Drawn[], box: HTMLElement) => void,
) {
  const { createRoot } = await dom();
  const box = page.document.createElement('div');
  const root = createRoot(box);
  for (const state of states) {
    commits = [];
    act(() =>
      root.render(<AnswerArticle {...liveAnswer('run', state, false)} payloads={undefined} isNews />),
    );
    look(state, commits.flat(), box);
  }
  const html = box.innerHTML.replace(/ (id|aria-controls|data-fold)="[^"]*"/g, '');
  act(() => root.unmount());
  return html;
}

const ROWS = ['CallRow', 'ThoughtRow'];
const PARTS = [...ROWS, 'TimelineHead', 'TimelineSteps', 'Rows', 'AgentRow', 'ReadsRow', 'CallPart'];

test('U126 a row is drawn only when its step has changed, and no row while the answer is written', async () => {
  await fc.assert(
    fc.asyncProperty(courses, async (course) => {
      let printed: ReadonlyMap<string, string> | undefined;
      const html = await draw(frames(course), (state, drawn) => {
        const prints = print(liveAnswer('run', state, false).blocks);
        // A row that is new in the page has to be drawn.
        const untouched = drawn.filter(({ name, id, before }) => {
          if (!ROWS.includes(name) || before === undefined) return false;
          // A step that was not over ends with its run.
          const isOver = before.status === 'completed' || state.status === 'running';
          return isOver && prints.get(id) === printed?.get(id);
        });
        expect(untouched.map(({ id }) => id)).toEqual([]);
        const isSame = [...prints].every(([id, text]) => printed?.get(id) === text);
        if (isSame && printed !== undefined && state.status === 'running')
          expect(drawn.map(({ name }) => name).filter((name) => PARTS.includes(name))).toEqual([]);
        printed = prints;
      });
      // Nothing that was left alone is out of date: a page that saw only the end shows the same.
      expect(html).toBe(await draw([...frames(course)].slice(-2), () => {}));
    }),
    { numRuns: 12 },
  );
});

test('T303 a text keeps its DOM node when a call tells that it is narration, and stands between the steps then', async () => {
  let narrated = 0;
  await fc.assert(
    fc.asyncProperty(courses, async (course) => {
      const seen = new Set<Element>();
      await draw(frames(course), (_, __, box) => {
        for (const text of box.querySelectorAll('.mr-doc')) seen.add(text);
        expect([...seen].filter((text) => !box.contains(text))).toEqual([]);
        const said = [...box.querySelectorAll('.mr-narration')];
        narrated += said.length;
        // Steps stand below each, and the answer below all steps.
        for (const text of said) expect(text.nextElementSibling?.className).toMatch(/mr-timeline-steps/);
        const order = [...(box.querySelector('.mr-blocks')?.children ?? [])].map(
          ({ className }) => className,
        );
        const answer = order.findIndex((name) => name.startsWith('mr-answer'));
        if (answer >= 0) expect(order.slice(answer).filter((name) => name.includes('timeline'))).toEqual([]);
      });
    }),
    { numRuns: 12 },
  );
  expect(narrated).toBeGreaterThan(0);
});

test('U126 while a text of 300 pieces comes below 30 finished steps, none of them is drawn', async () => {
  const call = { name: 'post', body: 'Hello', asks: false, agent: [] };
  const steps = Array.from({ length: 10 }, () => ({ thinks: 'Hm', says: 'So', calls: [call, call] }));
  const story = [...steps, { thinks: 'Hm', says: 'word '.repeat(300), calls: [] }];
  const course = {
    story,
    size: 5,
    batch: 1,
    length: Number.POSITIVE_INFINITY,
    end: { type: 'complete' },
  } as const;
  let frame = 0;
  let drawn = 0;
  const wrapped = new Set<AnswerBlock>();
  await draw(frames(course), (state, components) => {
    const { blocks } = liveAnswer('run', state, false);
    for (const one of blocks) wrapped.add(one);
    frame++;
    if (state.status === 'running' && state.steps.length > 10 && blocks.at(-1)?.block.type === 'text')
      drawn += components.filter(({ name }) => PARTS.includes(name)).length;
  });
  // A block that changes has another wrapper, and a result is part of its call: not every block in every frame.
  expect({ drawn, isFew: wrapped.size <= 2 * frame }).toEqual({ drawn: 0, isFew: true });
});
