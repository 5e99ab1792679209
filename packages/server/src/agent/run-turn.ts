import {
  applyRunEvent,
  createRunState,
  type MessageRecord,
  type RunEnd,
  type RunEvent,
  type RunState,
  runBlocks,
  runText,
} from '@millrace/engine';
import { type Model, ModelError } from '../models/model.ts';
import { StoreLostError } from '../store/postgres/failure.ts';
import { type Durability, FencedError, type RunRow, type Store } from '../store/store.ts';
import { type Bus, CHATS_TOPIC, runTopic } from './bus.ts';
import { createEventBuffer } from './event-buffer.ts';
import { toHistory } from './history.ts';

export interface TurnOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly model: Model | undefined;
  /** As it was claimed: its fence is ours until somebody claims it again. */
  readonly run: RunRow;
  /** Aborted with `CANCELLED` by the person, or with anything else when the server goes down. */
  readonly signal: AbortSignal;
}

/** The reason of a signal that ends the run, not just this process's work on it. */
export const CANCELLED = Symbol('cancelled by the person');

/**
 * Works on one run until it ends or the signal is aborted: folds its log, calls the model, appends what comes.
 * A run that was cut off goes on with a new attempt of the same step. Rejects with FencedError when the run is no longer ours,
 * with StoreLostError when that is not known.
 */
export async function runTurn(options: TurnOptions): Promise<void> {
  const { signal } = options;
  const log = await openLog(options);
  try {
    signal.throwIfAborted();
    // A crash may have come between the last word and the end: then there is nothing left to ask.
    if (log.state().steps.at(-1)?.message?.status !== 'completed') await callModel(log, options);
    await answerCalls(log);
    await log.end({ type: 'complete' });
  } catch (error) {
    if (error instanceof FencedError || error instanceof StoreLostError) throw error;
    if (!signal.aborted) await log.end(failureEvent(error));
    else if (signal.reason === CANCELLED) await log.end({ type: 'cancelled' });
  }
}

async function callModel(log: RunLog, { store, run, model, signal }: TurnOptions): Promise<void> {
  if (model === undefined) throw unknownModel(run.model);
  const attempt = (log.state().steps.at(-1)?.attempt ?? 0) + 1;
  await log.append([{ type: 'step_start', step: 1, attempt }], 'durable');
  const messages = toHistory(await store.readMessages(run.chatId, 0));
  // A write that fails must stop the model call too.
  const failed = new AbortController();
  const buffer = createEventBuffer(
    (events) => log.append(events, 'relaxed'),
    (error) => failed.abort(error),
  );
  const onWait = (message: string): void => buffer.push({ type: 'status', message });
  const either = AbortSignal.any([signal, failed.signal]);
  try {
    for await (const event of model.stream({ messages, onWait }, either)) {
      either.throwIfAborted();
      buffer.push(event);
    }
  } finally {
    // What has arrived is kept, however the call ended.
    await buffer.flush();
  }
}

/** Every call gets a result. None was offered, so each of these is one that the model made up. */
async function answerCalls(log: RunLog): Promise<void> {
  const blocks = log.state().steps.at(-1)?.message?.content ?? [];
  const answered = new Set(blocks.map((block) => block?.type === 'tool_result' && block.tool_use_id));
  const results = blocks.flatMap((block) => {
    if (block?.type !== 'tool_use' || answered.has(block.id)) return [];
    const content = `There is no tool ${block.name} here.`;
    return [
      { type: 'tool_result', tool_use_id: block.id, name: block.name, content, is_error: true } as const,
    ];
  });
  const events = results.flatMap((content_block, i): RunEvent[] => [
    { type: 'content_block_start', index: blocks.length + i, content_block },
    { type: 'content_block_stop', index: blocks.length + i },
  ]);
  if (events.length > 0) await log.append(events, 'durable');
}

interface RunLog {
  state(): RunState;
  append(events: readonly RunEvent[], durability: Durability): Promise<void>;
  end(event: RunEnd): Promise<void>;
}

const READ_AT_ONCE = 1000;

async function openLog({ store, bus, run }: TurnOptions): Promise<RunLog> {
  const claim = { runId: run.id, fence: run.fence };
  let state = createRunState();
  for (;;) {
    const events = await store.readEvents(run.id, state.seq, READ_AT_ONCE);
    state = events.reduce(applyRunEvent, state);
    if (events.length < READ_AT_ONCE) break;
  }

  return {
    state: () => state,
    async append(events, durability) {
      state = (await store.append(claim, events, Date.now(), durability)).reduce(applyRunEvent, state);
      bus.publish(runTopic(run.id));
    },
    async end(event) {
      const now = Date.now();
      await store.endRun(claim, event, answer(state, event, now), now);
      bus.publish(runTopic(run.id));
      bus.publish(CHATS_TOPIC);
    },
  };
}

function answer(state: RunState, end: RunEnd, now: number): Omit<MessageRecord, 'seq' | 'ts' | 'id'> {
  const content = runBlocks(state);
  const record = {
    role: 'assistant',
    text: runText(state),
    // One block of text says no more than its text.
    ...(!(content.length === 0 || (content.length === 1 && content[0]?.type === 'text')) && { content }),
    took_ms: now - (state.startedAt ?? now),
  } as const;
  switch (end.type) {
    case 'complete':
      return { ...record, status: 'completed' };
    case 'cancelled':
      return { ...record, status: 'cancelled' };
    case 'error': {
      const { message, code, retryable } = end;
      return { ...record, status: 'failed', error: { message, code, retryable } };
    }
  }
}

function unknownModel(id: string): ModelError {
  const message = `There is no model ${id} on this server. Choose another one and send your message again.`;
  return new ModelError('bad_request', message, { retryable: false });
}

function failureEvent(error: unknown): RunEnd {
  if (error instanceof ModelError) {
    return { type: 'error', message: error.message, code: error.code, retryable: error.retryable };
  }
  console.error('A run failed unexpectedly:', error);
  const message = 'The server met an error of its own. Its log says more.';
  return { type: 'error', message, code: 'internal', retryable: true };
}
