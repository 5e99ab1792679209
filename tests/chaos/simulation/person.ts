import type { HitlDecision } from '../../../packages/engine/src/index.ts';
import type { ApprovalRequest } from '../../../packages/engine/src/run.ts';
import { CHATS_TOPIC, newsTopic, runTopic } from '../../../packages/server/src/agent/log/bus.ts';
import type { DecideResult } from '../../../packages/server/src/index.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenario.ts';
import type { Worker } from './worker.ts';
import type { World } from './world.ts';

/** A decision as a device sends it, and all that it was told. */
export interface SentDecision {
  readonly runId: string;
  readonly commandId: string;
  readonly approvalId: string;
  readonly argsHash: string;
  readonly decision: HitlDecision;
  readonly by: string;
  readonly answers: DecideResult[];
}

/** The persons of a world, with their devices. They send again what was not answered. */
export interface Person {
  readonly sent: SentDecision[];
  /** Questions that nobody is going to answer. */
  readonly ignored: Set<string>;
  /** The runs that somebody wanted to stop. */
  readonly cancelled: ReadonlySet<string>;
  notice(runId: string, request: ApprovalRequest, inDoubt: boolean): void;
  /** Stops the run that everybody sees, or writes a message instead. */
  cancel(runId: string): void;
}

/** The message that overtakes, and the run that answers it. */
export const OVERTAKING = { commandId: 'over', messageId: 'overtaking', runId: 'run-2', text: 'No, this.' };

export interface PersonParts {
  readonly world: World;
  readonly scenario: Scenario;
  readonly random: Random | undefined;
  readonly chat: { readonly chatId: string; readonly model: string };
  /** A server that answers; undefined when none does now. */
  readonly server: () => Worker | undefined;
}

interface Question {
  readonly runId: string;
  readonly request: ApprovalRequest;
}

const AGAIN_MS = 3_000;
// Longer than servers sleep, all together.
const MOST_TRIES = 200;
const REJECT: HitlDecision = { type: 'reject', message: 'No.' };

export function createPerson({ world, scenario, random, chat, server }: PersonParts): Person {
  const sent: SentDecision[] = [];
  const ignored = new Set<string>();
  const cancelled = new Set<string>();

  /** Calls a server until it answers. */
  function insist(call: (worker: Worker) => Promise<void>, tries = 0): void {
    const worker = server();
    const giveUp = world.after(null, AGAIN_MS, () => {
      if (tries < MOST_TRIES) insist(call, tries + 1);
    });
    // A request that fails is not answered.
    if (worker !== undefined) call(worker).then(giveUp, () => {});
  }

  function send(command: SentDecision): void {
    const { answers: _, ...decision } = command;
    const { runId } = command;
    insist(async (worker) => {
      const result = await worker.store.decide({ ...decision, ts: world.now });
      command.answers.push(result);
      if (result.type !== 'decided' || !result.fresh) return;
      worker.runner.start(runId);
      for (const topic of [runTopic(runId), newsTopic(runId), CHATS_TOPIC]) worker.bus.publish(topic);
    });
  }

  /** Sends a message as soon as the chat takes it. */
  function overtake(): void {
    insist(async (worker) => {
      const posted = await worker.store.postMessage({ ...chat, ...OVERTAKING, ts: world.now });
      if (posted.type !== 'sent') throw new Error('The chat is busy.');
      worker.runner.start(OVERTAKING.runId);
    });
  }

  function device(
    by: string,
    { runId, request }: Question,
    decision: HitlDecision,
    argsHash = request.args_hash,
  ): SentDecision {
    const { approval_id: approvalId } = request;
    const commandId = `${by}-${approvalId}`;
    const command = { commandId, runId, approvalId, argsHash, decision, by, answers: [] };
    sent.push(command);
    return command;
  }

  function decide(question: Question, decision: HitlDecision): void {
    const { afterMs } = scenario;
    const usual = typeof afterMs === 'number' ? afterMs : afterMs(question.request.tool_use_id);
    const delay = random?.pick([0, 0, 500, 5_000, 40_000]) ?? usual;
    const mine = device('phone', question, decision);
    if (delay === 0) send(mine);
    else world.after(null, delay, () => send(mine));
    // The same command again; another device at once; and one that saw other arguments.
    if (random?.chance(0.5) ?? true) world.after(null, delay + (random?.int(2_000) ?? 0), () => send(mine));
    if (random?.chance(0.5) ?? true) {
      const other = device('laptop', question, decision.type === 'reject' ? { type: 'approve' } : REJECT);
      world.after(null, delay + (random?.int(20) ?? 0), () => send(other));
    }
    if (random?.chance(0.3) ?? delay > 0) {
      const blind = device('watch', question, { type: 'approve' }, 'another hash');
      world.after(null, random?.int(delay + 1) ?? 0, () => send(blind));
    }
  }

  return {
    sent,
    ignored,
    cancelled,
    notice(runId, request, inDoubt) {
      const usual = inDoubt ? scenario.inDoubt : scenario.answer(request.tool_use_id);
      const decision = random?.chance(0.4) ? anyDecision(random, request) : usual;
      if (decision === null) ignored.add(request.approval_id);
      else decide({ runId, request }, decision);
    },
    cancel(runId) {
      cancelled.add(runId);
      const reason = scenario.overtakes ? ({ reason: 'message' } as const) : {};
      for (const commandId of ['stop', 'stop', 'stop-too']) {
        insist(async (worker) => {
          await worker.store.requestCancel({ commandId, runId, ts: world.now, ...reason });
          void worker.runner.cancel(runId, reason.reason);
        });
      }
      if (scenario.overtakes) overtake();
    },
  };
}

function anyDecision(random: Random, { tool: name, rules = [] }: ApprovalRequest): HitlDecision | null {
  return random.pick<HitlDecision | null>([
    { type: 'approve' },
    // The card has this answer only where there is a rule to write.
    { type: rules.length > 0 ? 'approve_always' : 'approve' },
    REJECT,
    { type: 'edit', edited_action: { name, args: { to: `edited ${random.int(100)}` } } },
    null,
  ]);
}
