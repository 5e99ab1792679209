import { randomUUID } from 'node:crypto';
import type { SentFile, SentMessage } from '@millrace/engine/run';
import { type Bus, CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { Runner } from '../../agent/run/runner.ts';
import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import type { ChatStore, RunStore } from '../../store/store.ts';
import type { Mode } from '../../tools/modes/mode.ts';
import { problem } from '../request/problem.ts';
import { statusAtEnd } from '../stream/run-end.ts';
import type { RunFeed } from '../stream/run-feed.ts';

export interface TurnParts {
  readonly store: ChatStore & RunStore & Pick<ProjectStore, 'projectOf'>;
  readonly feed: RunFeed;
  readonly bus: Bus;
  readonly runner: Runner;
  readonly models: ModelCatalog;
  readonly modes: readonly Mode[];
}

export interface Turn {
  readonly chatId: string;
  readonly commandId: string;
  /** The device that asks. */
  readonly actor: string;
  readonly text: string;
  readonly model?: string | undefined;
  /** The mode that the chat is in from now on. */
  readonly mode?: string | undefined;
  /** The message of the person that this one replaces, as another branch. */
  readonly insteadOf?: string | undefined;
  /** The files that come with it. */
  readonly files?: readonly SentFile[] | undefined;
  /** Facts that the asking page knows and the model should know too. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

/** Keeps a person's message and starts the run that answers it. The same command does so once. */
export async function startTurn(parts: TurnParts, turn: Turn): Promise<SentMessage> {
  const { store, bus, runner } = parts;
  const { chatId, commandId, actor, text, context, mode, insteadOf, files } = turn;
  const model = await modelFor(parts, turn);
  const post = () =>
    store.postMessage({
      commandId,
      actor,
      chatId,
      messageId: randomUUID(),
      runId: randomUUID(),
      text,
      model,
      ts: Date.now(),
      ...(context && { context }),
      ...(mode !== undefined && { mode }),
      ...(insteadOf !== undefined && { insteadOf }),
      ...(files !== undefined && { files }),
    });
  let result = await post();
  // Another branch begins only when nothing of this one is at work.
  const canOvertake = insteadOf === undefined;
  if (result.type === 'run_active' && canOvertake && (await overtakes(parts, result.runId, commandId)))
    result = await post();
  if (result.type === 'no_chat') throw noChat(chatId);
  if (result.type === 'no_message') throw noMessage(chatId, insteadOf);
  if (result.type === 'no_file') throw noFile(result.id);
  if (result.type === 'unreadable_project') throw unreadablePlace();
  if (result.type === 'run_active') throw runActive();
  if (result.fresh) {
    runner.start(result.sent.run_id);
    bus.publish(CHATS_TOPIC, chatId);
  }
  return result.sent;
}

/** The model that answers a message. Refuses one that is not there, and a mode that is not. */
export async function modelFor(
  parts: TurnParts,
  { chatId, model, mode }: Pick<Turn, 'chatId' | 'model' | 'mode'>,
): Promise<string> {
  const found = answeringModel(parts, model ?? (await projectModel(parts, chatId)));
  checkMode(parts, mode);
  return found;
}

/** Ends a run that waits for a person: who writes a message instead of deciding has decided. False when it works. */
async function overtakes(
  { store, runner, feed }: TurnParts,
  runId: string,
  commandId: string,
): Promise<boolean> {
  if (!(await asksNow(store, runId))) return false;
  await store.requestCancel({ commandId, runId, ts: Date.now(), reason: 'message' });
  await runner.cancel(runId, 'message');
  const status = await statusAtEnd(feed, store, runId);
  return status !== 'ready' && status !== 'waiting';
}

async function asksNow(store: RunStore, runId: string): Promise<boolean> {
  return (await store.readApprovals(runId)).some(({ status }) => status === 'pending');
}

/** Refuses what could not be posted now, for work that should not be done in vain. */
export async function checkTurn(
  parts: TurnParts,
  { chatId, model }: Pick<Turn, 'chatId' | 'model'>,
): Promise<void> {
  answeringModel(parts, model);
  const chat = await parts.store.getChat(chatId);
  if (chat === undefined) throw noChat(chatId);
  if (chat.run_id !== null && !(await asksNow(parts.store, chat.run_id))) throw runActive();
}

/** The default model of the chat's project, while there is such a model. */
async function projectModel({ store, models }: TurnParts, chatId: string): Promise<string | undefined> {
  const model = (await store.projectOf(chatId))?.model ?? undefined;
  return model === undefined || models.find(model) === undefined ? undefined : model;
}

function answeringModel({ models }: TurnParts, wanted: string | undefined): string {
  const model = wanted ?? models.list()[0]?.id ?? '';
  if (models.find(model) !== undefined) return model;
  throw problem(400, 'unknown_model', `There is no model ${model}. GET /api/models lists them.`);
}

function checkMode({ modes }: TurnParts, mode: string | undefined): void {
  const slugs = modes.map(({ slug }) => slug);
  if (mode !== undefined && !slugs.includes(mode))
    throw problem(400, 'unknown_mode', `There is no mode ${mode}. Available modes: ${slugs.join(', ')}.`);
}

export function noMessage(chatId: string, messageId: string | undefined) {
  return problem(
    404,
    'no_message',
    `Chat ${chatId} shows no message ${messageId} from a person. GET its messages to see which it has.`,
  );
}

export function noFile(id: string) {
  return problem(
    404,
    'no_file',
    `There is no file ${id} that this message could take: its upload is not over, or it belongs to another chat. Send the file again.`,
  );
}

export function unreadablePlace() {
  return problem(
    409,
    'unreadable_project',
    "The project of this chat can't be read: its database row was changed or damaged. Move the chat to another project, or out of it.",
  );
}

export function runActive() {
  return problem(409, 'run_active', 'An answer is still being written. Wait for it, or stop it first.');
}

export function noChat(chatId: string) {
  return problem(404, 'no_chat', `There is no chat ${chatId}.`);
}
