import type { BlockEvent } from '@millrace/engine/message';
import { effectiveSettings, type MessageRecord, type RunSettings, runStop } from '@millrace/engine/run';
import {
  type Model,
  ModelError,
  type ModelMessage,
  type ModelRequest,
  type ToolSpec,
} from '../../models/adapter/model.ts';
import { windowUse } from '../../models/adapter/window-use.ts';
import { resultMark } from '../../models/text-calls/result-fence.ts';
import type { Tool } from '../../tools/define/tool.ts';
import { modeAllows } from '../../tools/modes/mode.ts';
import { holdEmptyCalls } from '../calls/hold-empty-calls.ts';
import { markSpoken } from '../calls/mark-spoken.ts';
import { callsOf } from '../calls/open-calls.ts';
import { createEventBuffer } from '../log/event-buffer.ts';
import { trusted } from '../log/run-log.ts';
import { hasBegun, mustUseTools, type Work } from '../plan/next-actions.ts';
import { inSpan, type Turn, threadOf } from '../plan/turn.ts';
import { condense, isFull, lastFill, recordsBefore } from './condense.ts';
import { type ReadFiles, summed, threadHistory, toHistory } from './history.ts';
import { createFileReader, type FileReader } from './read-files.ts';
import { markGoingOn } from './seam.ts';
import { standingInstructions } from './standing-instructions.ts';
import { workspaceRules } from './workspace-rules.ts';

type ModelCall = Extract<Work, { readonly type: 'call_model' }>;

/**
 * Calls the model once and appends what it says, as it comes. What has arrived is kept, however the call ends. When the
 * window is full, or the provider says so, what came before is condensed first.
 */
export async function callModel(turn: Turn, call: ModelCall): Promise<void> {
  const { log, model } = turn;
  const { span } = call;
  if (model === undefined) throw unknownModel(turn.run.model);
  // Before the step is written: a run that is still ours then has not put its own answer into the chat.
  const records = span === undefined ? await recordsBefore(turn) : [];
  const thread = (): ReturnType<typeof threadOf> => threadOf(log.state(), span);
  const fill = thread().context ?? lastFill(records);
  const isAtEnd = wasFull(thread(), records, model);
  // An answer that fills the window by itself is condensed too, or it could not go on.
  const keeps = isAtEnd && thread().steps.at(-1)?.continued !== undefined ? { kept: 0 } : {};
  const tidy = (): Promise<boolean> =>
    condense(turn, model, { ...call, ...keeps, records, used: fill?.used ?? 0 });
  if (isFull(fill, model) || isAtEnd) await tidy();
  try {
    await stream(turn, model, call, records);
    // Nothing of it has begun, and all that had come was cut where the window ended: it is asked for again.
    const last = thread().steps.at(-1);
    if (last !== undefined && runStop(thread())?.reason === WINDOW_FULL && callsOf(last).length === 0) {
      if (await tidy()) await stream(turn, model, { ...call, attempt: call.attempt + 1 }, records);
    }
  } catch (error) {
    const isTooLong = error instanceof ModelError && error.code === 'context_length';
    // Calls that have begun hold: then the message is cut, not asked for again.
    if (!isTooLong || hasBegun(log.state(), thread()) || !(await tidy())) throw error;
    await stream(turn, model, { ...call, attempt: call.attempt + 1 }, records);
  }
  const { message } = thread().steps.at(-1) ?? {};
  if (message?.status !== 'completed') throw cutOff(model.name);
  await noteUse(turn, model, span);
}

const WINDOW_FULL = 'model_context_window_exceeded';

/** Tells whether the message before this one ended because the window was full, and that of this model is no other one. */
function wasFull(
  thread: ReturnType<typeof threadOf>,
  records: readonly MessageRecord[],
  { contextWindow }: Model,
): boolean {
  if (thread.steps.length > 0) return runStop(thread)?.reason === WINDOW_FULL;
  const last = records.findLast(({ role }) => role === 'assistant');
  const isSame = last?.fill === undefined || last.fill.window === contextWindow;
  return isSame && last?.stop?.reason === WINDOW_FULL;
}

async function stream(
  turn: Turn,
  model: Model,
  call: ModelCall,
  records: readonly MessageRecord[],
): Promise<void> {
  const { log, clock, signal } = turn;
  const { span, step, attempt, mode } = call;
  const tools = await turn.tools();
  const rules = await workspaceRules(turn, tools);
  const answers = await trusted(() => turn.store.readRunSettings(turn.run.id));
  await log.append(inSpan(span, [{ type: 'step_start', step, attempt, mode: mode.slug }]), 'durable');
  turn.speaking.add(span);
  // A write that fails must stop the model call too.
  const failed = new AbortController();
  const buffer = createEventBuffer(
    (events) => log.append(inSpan(span, events), 'relaxed'),
    (error) => failed.abort(error),
    clock,
  );
  const files = await trusted(() => readerOf(turn).read(records, model));
  const request = requestOf(turn, call, { files, records, known: tools, rules, answers, model });
  const onWait = (message: string, waitMs: number): void =>
    buffer.push({ type: 'status', message, retry_at: clock.now() + waitMs });
  const either = AbortSignal.any([signal, failed.signal]);
  const placed = ownPlaces(() => turn.indexes.take(span, threadOf(log.state(), span)));
  const pass = holdEmptyCalls();
  const goesOn = markGoingOn(threadOf(log.state(), span), step);
  try {
    for await (const event of model.stream({ ...request, onWait }, either)) {
      either.throwIfAborted();
      for (const passed of pass(placed(goesOn(markSpoken(turn.callIds.own(event, step), tools))))) {
        buffer.push(passed);
        // A call that is complete is looked at while the rest of the message still comes.
        if (passed.type === 'content_block_stop')
          void buffer.flush().then(turn.poke, (error) => failed.abort(error));
      }
    }
  } finally {
    await buffer.flush();
    turn.speaking.delete(span);
  }
}

const readers = new WeakMap<Turn, FileReader>();

/** The reader of files of a turn: each file is read once. */
function readerOf(turn: Turn): FileReader {
  const reader = readers.get(turn) ?? createFileReader(turn.store, turn.signal);
  readers.set(turn, reader);
  return reader;
}

/** The index of a block in the message, beside the results of its calls. */
function ownPlaces(take: () => number): (event: BlockEvent) => BlockEvent {
  const places = new Map<number, number>();
  return (event) => {
    if (!('index' in event)) return event;
    if (event.type === 'content_block_start') places.set(event.index, take());
    return { ...event, index: places.get(event.index) ?? event.index };
  };
}

/** The parts of a request that are read first. */
interface RequestParts {
  /** The files of the messages, as the model reads them. */
  readonly files: ReadFiles;
  readonly records: readonly MessageRecord[];
  readonly known: readonly Tool[];
  /** The instructions of the workspace. */
  readonly rules: string;
  readonly answers: RunSettings;
  readonly model: Model;
}

function requestOf(turn: Turn, call: ModelCall, parts: RequestParts): ModelRequest {
  const { records, known, rules, answers, model } = parts;
  const { mode, offersTools } = call;
  const standing = standingInstructions(turn, call.span, records, known);
  // The person's wishes count more than files do, so they come last.
  const system = [mode.instructions, rules, ...standing, answers.prompt];
  const settings = effectiveSettings(model.settings ?? [], answers.account, answers.chat);
  const tools = offersTools ? known.filter(({ name }) => modeAllows(mode, name)).map(specOf) : [];
  return {
    ...(system.some((text) => text !== '') && { system: system.filter((text) => text !== '').join('\n\n') }),
    messages: messagesFor(turn, call, parts),
    ...(tools.length > 0 && { tools }),
    ...(Object.keys(settings).length > 0 && { settings }),
    mark: resultMark(turn.run.id),
  };
}

/** The messages that the model reads: the chat, or the task of a sub-agent, and the steps so far. */
function messagesFor(
  turn: Turn,
  call: ModelCall,
  { records, known, files }: Pick<RequestParts, 'records' | 'known' | 'files'>,
): ModelMessage[] {
  const { span, step, mode, offersTools } = call;
  const state = turn.log.state();
  const thread = threadOf(state, span);
  const { condensed } = thread;
  const task = span === undefined ? undefined : state.spans.get(span)?.task.message;
  const chat = task === undefined ? toHistory(since(records, condensed?.up_to), files) : asked(task);
  const tools = new Map(known.map((tool) => [tool.name, tool]));
  return threadHistory({
    before: condensed === null ? chat : [...summed(condensed.summary), ...chat],
    state,
    thread,
    step,
    mustUse: mustUseTools(mode, tools),
    sumsUp: !offersTools && known.length > 0 && thread.steps.some((each) => each.step < step),
  });
}

function since(records: readonly MessageRecord[], seq: number | undefined): readonly MessageRecord[] {
  return seq === undefined ? records : records.filter((record) => record.seq > seq);
}

function asked(text: string): ModelMessage[] {
  return [{ role: 'user', content: [{ type: 'text', text }] }];
}

/** Notes how full the model's window is now. */
async function noteUse({ log }: Turn, { contextWindow }: Model, span: string | undefined): Promise<void> {
  const usage = threadOf(log.state(), span).steps.at(-1)?.message?.tokenUsage;
  if (usage === undefined || contextWindow === undefined) return;
  const used = windowUse(usage);
  if (used > 0) await log.append(inSpan(span, [{ type: 'context', used, window: contextWindow }]), 'relaxed');
}

function specOf({ name, description, input_schema }: Tool): ToolSpec {
  return { name, description, input_schema };
}

function unknownModel(id: string): ModelError {
  const message = `There is no model ${id} on this server. Choose another one and send your message again.`;
  return new ModelError('bad_request', message, { retryable: false });
}

function cutOff(name: string): ModelError {
  return new ModelError('network', `${name} stopped in the middle of its answer.`, { retryable: true });
}
