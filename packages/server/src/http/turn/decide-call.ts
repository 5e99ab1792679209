import type { HitlDecision } from '@millrace/engine';
import type { DecisionAnswer } from '@millrace/engine/run';
import { type Bus, CHATS_TOPIC, newsTopic, runTopic } from '../../agent/log/bus.ts';
import type { Runner } from '../../agent/run/runner.ts';
import type { DecideResult, RuleStore, RunStore } from '../../store/store.ts';
import { problem } from '../request/problem.ts';
import { checkEdit, type EditLaw } from './check-edit.ts';

export interface DecideParts extends EditLaw {
  readonly store: RunStore & RuleStore;
  readonly bus: Bus;
  readonly runner: Runner;
}

/** A person's answer to a question of a run. */
export interface CallDecision {
  readonly commandId: string;
  readonly runId: string;
  readonly approvalId: string;
  readonly argsHash: string;
  readonly decision: HitlDecision;
  /** The device that decides, and its name for people. */
  readonly by: string;
  readonly from: string | undefined;
}

/** Keeps a decision and lets its run go on. Refuses what can't be decided so, or no longer. */
export async function decideCall(
  { store, bus, runner, ...law }: DecideParts,
  { from, ...asked }: CallDecision,
): Promise<DecisionAnswer> {
  const { runId, approvalId, decision } = asked;
  await checkEdit(store, law, { runId, approvalId, decision });
  const result = await store.decide({ ...asked, ...(from !== undefined && { from }), ts: Date.now() });
  if (result.type !== 'decided') throw refused(result, approvalId);
  if (result.fresh) {
    runner.start(runId);
    for (const topic of [newsTopic(runId), runTopic(runId)]) bus.publish(topic);
    bus.publish(CHATS_TOPIC, (await store.getRun(runId))?.chatId);
  }
  return answer(result);
}

type Decided = Extract<DecideResult, { readonly type: 'decided' }>;

function answer({ event }: Decided): DecisionAnswer {
  if (event.type !== 'approval_decision') throw new TypeError(`Event ${event.seq} is not a decision.`);
  const { approval_id, decision, by, from, seq, ts } = event;
  return { approval_id, decision, by, ...(from !== undefined && { from }), seq, ts };
}

function refused(result: Exclude<DecideResult, Decided>, approvalId: string) {
  switch (result.type) {
    case 'no_approval':
      return problem(404, 'no_approval', `This run has not asked ${approvalId}.`);
    case 'already_decided': {
      const { type: _, ...holds } = result;
      return problem(
        409,
        'already_decided',
        'This has already been decided. The first decision counts.',
        holds,
      );
    }
    case 'args_changed':
      return problem(
        409,
        'args_changed',
        'The arguments of the call have changed. Look at them, then decide.',
      );
    case 'no_rule':
      return problem(
        409,
        'no_rule',
        'This question does not offer that rule. Allow it once, or choose an offered rule.',
      );
    case 'expired':
      return problem(409, 'expired', 'It is too late to decide this: it has expired, or the run has ended.');
  }
}
