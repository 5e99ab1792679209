import { randomUUID } from 'node:crypto';
import type { HitlDecision } from '@millrace/engine';
import { argsHash } from '@millrace/engine/approval';
import type { AiSdkChatRequest, MessageRecord } from '@millrace/engine/run';
import type { RunRow } from '../../store/store.ts';
import { problem } from '../request/problem.ts';
import { statusAtEnd } from '../stream/run-end.ts';
import { type DecideParts, decideCall } from './decide-call.ts';
import { startTurn, type TurnParts } from './start-turn.ts';

/** The client that asks, and whether it may decide what calls do. */
export interface AiSdkCaller {
  readonly actor: string;
  /** Its name for people. */
  readonly from: string | undefined;
  /** Throws where it may not decide. */
  readonly mayDecide: () => void;
}

export interface AiSdkParts extends TurnParts, DecideParts {
  readonly store: TurnParts['store'] & DecideParts['store'];
}

/** The run that answers, and the questions whose answers came with the request. */
export interface AiSdkAnswer {
  readonly runId: string;
  readonly answered: readonly string[];
}

type AiSdkMessage = AiSdkChatRequest['messages'][number];

/**
 * Takes a request of `useChat`: the decisions in its last message, or a question. A question that is asked again, or that was
 * edited, takes the place of the one before it, as another branch.
 */
export async function takeAiSdkTurn(
  parts: AiSdkParts,
  request: AiSdkChatRequest,
  caller: AiSdkCaller,
): Promise<AiSdkAnswer> {
  const last = request.messages.at(-1);
  const decisions = last?.role === 'assistant' ? decisionsIn(last) : [];
  if (last !== undefined && decisions.length > 0) {
    caller.mayDecide();
    const run = await runOf(parts, request.id, last.id);
    for (const one of decisions) await decide(parts, run.id, one, caller);
    return { runId: run.id, answered: decisions.map(({ id }) => id) };
  }
  return { runId: await ask(parts, request, caller), answered: [] };
}

interface Decision {
  readonly id: string;
  /** The arguments that the person saw. */
  readonly argsHash: string;
  readonly decision: HitlDecision;
}

/** The decisions of a message that the server has not been told, as far as the client knows. */
function decisionsIn({ parts }: AiSdkMessage): Decision[] {
  return parts.flatMap(({ state, input, approval }) => {
    if (state !== 'approval-responded' || approval?.approved === undefined) return [];
    const { id, approved, reason } = approval;
    const said = reason ? { message: reason } : {};
    const decision: HitlDecision = approved ? { type: 'approve' } : { type: 'reject', ...said };
    return [{ id, argsHash: argsHash(input), decision }];
  });
}

/** The run of an answer: its message has the run's id. */
async function runOf({ store }: TurnParts, chatId: string, messageId: string): Promise<RunRow> {
  const named = await store.getRun(messageId);
  if (named?.chatId === chatId) return named;
  const chat = await store.getChat(chatId);
  const run = chat?.run_id ? await store.getRun(chat.run_id) : undefined;
  if (run === undefined) throw problem(404, 'no_run', `This chat has no answer ${messageId} that asks.`);
  return run;
}

/** A decision that another device made first stays: the stream tells which one holds. */
async function decide(
  parts: DecideParts,
  runId: string,
  { id, argsHash, decision }: Decision,
  { actor, from }: AiSdkCaller,
): Promise<void> {
  const find = async () => (await parts.store.readApprovals(runId)).find((one) => one.id === id);
  const asked = await find();
  if (asked === undefined) throw problem(404, 'no_approval', `This run has not asked ${id}.`);
  if (asked.status !== 'pending') return;
  const command = { commandId: randomUUID(), runId, approvalId: id, argsHash, decision, by: actor, from };
  try {
    await decideCall(parts, command);
  } catch (error) {
    if ((await find())?.status === 'pending') throw error;
  }
}

async function ask(parts: TurnParts, request: AiSdkChatRequest, { actor }: AiSdkCaller): Promise<string> {
  const { store } = parts;
  const { id: chatId, model, trigger } = request;
  const { id, text } = lastQuestion(request);
  await store.createChat(chatId, Date.now());
  const mayReplace = trigger === 'regenerate-message' || request.messageId === id;
  const before = mayReplace ? await store.readMessages(chatId, 0) : [];
  const turn = { chatId, actor, text, model };
  // Sent again by a client that lost the answer, a question is not a new one.
  const sent = await startTurn(parts, { ...turn, commandId: `${chatId}:${id}` });
  const shown = before.find((record) => isVersionOf(record, sent.message_id));
  if (shown === undefined || (trigger !== 'regenerate-message' && shown.text === text)) return sent.run_id;
  await stopRun(parts, chatId);
  const again = await startTurn(parts, { ...turn, commandId: randomUUID(), insteadOf: shown.id });
  return again.run_id;
}

const isVersionOf = ({ id, branches = [] }: MessageRecord, messageId: string): boolean =>
  id === messageId || branches.includes(messageId);

/** Ends the answer that nobody wants any more: `stop` of the AI SDK only leaves its stream. */
async function stopRun({ store, runner, feed }: TurnParts, chatId: string): Promise<void> {
  const runId = (await store.getChat(chatId))?.run_id ?? undefined;
  if (runId === undefined) return;
  await store.requestCancel({ commandId: randomUUID(), runId, ts: Date.now() });
  await runner.cancel(runId);
  await statusAtEnd(feed, store, runId);
}

/** The server keeps the history, so only the newest question of a client counts. */
function lastQuestion({ messages }: AiSdkChatRequest): { readonly id: string; readonly text: string } {
  const message = messages.findLast(({ role }) => role === 'user');
  const text = message?.parts.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n\n');
  if (message === undefined || text === undefined || text.trim() === '') {
    throw problem(400, 'bad_body', "messages: the user's last message must contain text");
  }
  return { id: message.id, text };
}
