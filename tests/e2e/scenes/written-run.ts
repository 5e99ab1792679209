import { argsHash } from '../../../packages/engine/src/approval.ts';
import { applyRunEvent, createRunState } from '../../../packages/engine/src/index.ts';
import type { ApprovalRequest, MessageRecord, NewEvent, RunEnd } from '../../../packages/engine/src/run.ts';
import { answerOf } from '../../../packages/server/src/agent/log/answer-of.ts';
import type { Claim, Store } from '../../../packages/server/src/index.ts';

/** A run that is written into the store event by event, as if a server had worked on it at those times. */
export interface WrittenRun {
  /** Lets time pass in the log. */
  wait(ms: number): void;
  add(...events: readonly NewEvent[]): Promise<void>;
  ask(
    request: Pick<ApprovalRequest, 'tool_use_id' | 'tool' | 'input'> & Partial<ApprovalRequest>,
  ): Promise<void>;
  /** Lets it wait for the person. */
  park(): Promise<void>;
  /** Ends it with the message that its log leaves, as a server does, and what was suggested. */
  finish(suggestions?: Pick<MessageRecord, 'suggested_values' | 'suggested_actions'>): Promise<void>;
  end(end: RunEnd, record: Partial<MessageRecord> & Pick<MessageRecord, 'text' | 'status'>): Promise<void>;
}

export interface RunStory {
  readonly chatId: string;
  readonly question: string;
  /** How long ago it was asked. */
  readonly agoMs: number;
}

/** Begins a run that some server holds for the next minutes, so nobody else works on it. */
export async function writeRun(store: Store, { chatId, question, agoMs }: RunStory): Promise<WrittenRun> {
  let now = Date.now() - agoMs;
  const runId = `run-${chatId}-${now}`;
  await store.createChat(chatId, now);
  const ids = { commandId: `command-${runId}`, chatId, messageId: `message-${runId}`, runId };
  await store.postMessage({ ...ids, text: question, model: 'test/script', ts: now });
  await store.claimRun(runId, { owner: 'elsewhere', now: Date.now(), leaseMs: 600_000 });
  const claim: Claim = { runId, fence: 1 };
  let seq = 0;
  let asked = 0;
  let state = createRunState();
  return {
    wait(ms) {
      now += ms;
    },
    async add(...events) {
      await store.append(claim, seq, events, now, 'durable');
      for (const event of events) state = applyRunEvent(state, { ...event, seq: ++seq, fence: 1, ts: now });
    },
    async ask({ input, ...request }) {
      asked += 1;
      const event: ApprovalRequest = {
        ...{ type: 'approval_request', approval_id: `${runId}-${asked}`, args_hash: argsHash(input), input },
        ...request,
      };
      await store.ask(claim, seq, [event], now, 1);
      seq += 1;
    },
    async park() {
      await store.park(claim, seq, null);
    },
    async finish(suggestions) {
      const end = { type: 'complete', ...suggestions } as const;
      await store.endRun(claim, seq, end, { ...answerOf(state, end, now), ...suggestions }, now);
    },
    async end(end, record) {
      await store.endRun(claim, seq, end, { role: 'assistant', ...record }, now);
    },
  };
}
