import { randomUUID } from 'node:crypto';
import type { SentMessage } from '@millrace/engine';
import { type Bus, CHATS_TOPIC } from '../agent/bus.ts';
import type { Runner } from '../agent/runner.ts';
import type { ModelCatalog } from '../models/catalog.ts';
import type { ChatStore } from '../store/store.ts';
import { problem } from './problem.ts';

export interface TurnParts {
  readonly store: ChatStore;
  readonly bus: Bus;
  readonly runner: Runner;
  readonly models: ModelCatalog;
}

export interface Turn {
  readonly chatId: string;
  readonly commandId: string;
  /** The device that asks. */
  readonly actor: string;
  readonly text: string;
  readonly model?: string | undefined;
  /** What the page that asks knows and the model should know too. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

/** Keeps a person's message and starts the run that answers it. The same command does so once. */
export async function startTurn(parts: TurnParts, turn: Turn): Promise<SentMessage> {
  const { store, bus, runner, models } = parts;
  const { chatId, commandId, actor, text, context, model = models.list()[0]?.id ?? '' } = turn;
  if (models.find(model) === undefined) {
    throw problem(400, 'unknown_model', `There is no model ${model}. GET /api/models lists them.`);
  }
  const result = await store.postMessage({
    commandId,
    actor,
    chatId,
    messageId: randomUUID(),
    runId: randomUUID(),
    text,
    model,
    ts: Date.now(),
    ...(context && { context }),
  });
  if (result.type === 'no_chat') throw noChat(chatId);
  if (result.type === 'run_active') {
    throw problem(409, 'run_active', 'An answer is still being written. Wait for it, or stop it first.');
  }
  if (result.fresh) {
    runner.start(result.sent.run_id);
    bus.publish(CHATS_TOPIC);
  }
  return result.sent;
}

export function noChat(chatId: string) {
  return problem(404, 'no_chat', `There is no chat ${chatId}.`);
}
