import type { WholeStore as Store } from '../../fixtures/whole-store.ts';
import { argsHash } from '../../packages/engine/src/approval.ts';
import type { ApprovalRequest, MessageRecord } from '../../packages/engine/src/run.ts';
import type { Claim } from '../../packages/server/src/index.ts';
import { type AgentApp, type Part, say } from './agent-app.ts';
import type { Call } from './cards.ts';

// Chats as a server has left them when it ended: the page and the next server find them in the store.

const CHAT = 'chat-1';
const RUN = 'run-1';

/** A chat with a question of a person, whose answer somebody has begun. */
async function begun(store: Store, ts: number): Promise<Claim> {
  await store.createChat(CHAT, ts);
  const ids = { commandId: 'cmd', chatId: CHAT, messageId: 'm', runId: RUN };
  await store.postMessage({ ...ids, text: 'Post the numbers', model: 'test/script', ts });
  await store.claimRun(RUN, { owner: 'dead', now: ts, leaseMs: 60_000 });
  return { runId: RUN, fence: 1 };
}

/** A chat whose newest answer is this one. Gives its address. */
export async function answeredChat(app: AgentApp, answer: Partial<MessageRecord>): Promise<string> {
  await app.restart(async (store) => {
    const ts = Date.now();
    const claim = await begun(store, ts);
    const record = { role: 'assistant', text: 'Posted.', status: 'completed', ...answer } as const;
    await store.endRun(claim, 0, { type: 'complete' }, record, ts);
  });
  return `${app.url}/chat/${CHAT}`;
}

export type Question = Pick<
  ApprovalRequest,
  'reason' | 'rules' | 'repetition' | 'expires_at' | 'schema' | 'change' | 'destructive'
>;

/** A chat that asks about one call. Gives its address. */
export async function askingChat(app: AgentApp, call: Call, question: Question): Promise<string> {
  const parts: readonly Part[] = ['I post it.', call];
  await app.restart(async (store) => {
    const ts = Date.now();
    const claim = await begun(store, ts);
    const events = [{ type: 'step_start', step: 1, attempt: 1 } as const, ...say(parts)];
    await store.append(claim, 0, events, ts, 'durable');
    const request: ApprovalRequest = {
      ...{ type: 'approval_request', approval_id: 'a1', tool_use_id: call.id, tool: call.name },
      ...{ input: call.input, args_hash: argsHash(call.input), title: 'Post to #growth' },
      ...question,
    };
    await store.ask(claim, events.length, [request], ts, 1);
  });
  return `${app.url}/chat/${CHAT}`;
}
