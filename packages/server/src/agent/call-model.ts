import { runBlocks } from '@millrace/engine';
import { type Model, ModelError, type ToolSpec } from '../models/model.ts';
import type { ChatStore } from '../store/store.ts';
import type { Tool } from '../tools/tool.ts';
import type { Clock } from './clock.ts';
import { createEventBuffer } from './event-buffer.ts';
import { toHistory, toModelMessages } from './history.ts';
import { ownIds } from './own-ids.ts';
import { type RunLog, StoreTrouble } from './run-log.ts';

export interface ModelCall {
  readonly log: RunLog;
  readonly store: ChatStore;
  readonly clock: Clock;
  readonly chatId: string;
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly step: number;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Calls the model once and appends what it says, as it comes. What has arrived is kept, however the call ends. */
export async function callModel(call: ModelCall): Promise<void> {
  const { log, store, clock, model, tools, step, attempt, signal } = call;
  const before = log.state().steps.filter((each) => each.step < step);
  // Before the step is written: a run that is still ours then has not put its own answer into the chat.
  const history = toHistory(await readMessages(store, call.chatId));
  await log.append([{ type: 'step_start', step, attempt }], 'durable');
  const messages = [
    ...history,
    ...toModelMessages(runBlocks({ ...log.state(), steps: before }), { thinking: true }),
  ];
  // A write that fails must stop the model call too.
  const failed = new AbortController();
  const buffer = createEventBuffer(
    (events) => log.append(events, 'relaxed'),
    (error) => failed.abort(error),
    clock,
  );
  const onWait = (message: string): void => buffer.push({ type: 'status', message });
  const either = AbortSignal.any([signal, failed.signal]);
  const owned = ownIds(log.state(), step);
  const request = { messages, onWait, ...(tools.length > 0 && { tools: tools.map(specOf) }) };
  try {
    for await (const event of model.stream(request, either)) {
      either.throwIfAborted();
      buffer.push(owned(event));
    }
  } finally {
    await buffer.flush();
  }
  if (log.state().steps.at(-1)?.message?.status !== 'completed') throw cutOff(model.name);
}

async function readMessages(store: ChatStore, chatId: string) {
  try {
    return await store.readMessages(chatId, 0);
  } catch (error) {
    throw new StoreTrouble(error);
  }
}

function specOf({ name, description, input_schema }: Tool): ToolSpec {
  return { name, description, input_schema };
}

function cutOff(name: string): ModelError {
  return new ModelError('network', `${name} stopped in the middle of its answer.`, { retryable: true });
}
