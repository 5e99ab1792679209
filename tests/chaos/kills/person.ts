import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { HitlDecision } from '@millrace/engine';
import type { DecisionAnswer, DecisionProblem, RunState, RunTool } from '@millrace/engine/run';
import type { Device } from './device.ts';
import type { Findings } from './findings.ts';
import type { CallInput } from './plan.ts';
import type { Random } from './random.ts';

/** The decision about one approval, as devices saw it. */
export interface Told {
  readonly approvalId: string;
  /** Undefined: nobody can decide it any more. */
  readonly decision: HitlDecision | undefined;
  readonly by?: string;
  readonly seq?: number;
  /** True when the device's own decision was the one that was taken. */
  readonly won: boolean;
}

export interface Person {
  /** Looks at a run and answers what it asks, once each. */
  look(state: RunState): void;
  /** Resolves when all that was asked is answered. */
  done(): Promise<readonly Told[]>;
}

export interface PersonOptions {
  readonly runId: string;
  readonly devices: readonly Device[];
  readonly random: Random;
  readonly findings: Findings;
}

/** Decides on one device, often on two at once that disagree, and sends each decision twice. */
export function createPerson({ runId, devices, random, findings }: PersonOptions): Person {
  const asked = new Set<string>();
  const told: Told[] = [];
  const work: Promise<void>[] = [];

  async function decide(device: Device, tool: RunTool, decision: HitlDecision, name: string): Promise<void> {
    const { approval_id = '', args_hash = '' } = tool.approval ?? {};
    const body = { command_id: `${approval_id}-${name}`, approval_id, args_hash, decision };
    const twice = [device, random.pick(devices)].map(async (each, i) => {
      if (i === 1) await sleep(random.between(0, 60));
      return each.send(`/api/runs/${runId}/decisions`, body);
    });
    const wins: DecisionAnswer[] = [];
    for (const { status, body: said } of await Promise.all(twice)) {
      // The shapes of the route's two answers.
      if (status === 200) wins.push(said as DecisionAnswer);
      else if (status === 409) hear(approval_id, said as DecisionProblem);
      else
        findings.add(
          'lost or doubled commands',
          `run ${runId}: a decision got ${status} ${JSON.stringify(said)}`,
        );
    }
    const [first, second] = wins;
    if (first === undefined) return;
    if (wins.length === 2 && !isDeepStrictEqual(first, second))
      findings.add('lost or doubled commands', `run ${runId}: two answers to ${body.command_id}`);
    if (wins.length === 1)
      findings.add('lost or doubled commands', `run ${runId}: ${body.command_id} was taken and refused`);
    if (!isDeepStrictEqual(first.decision, decision))
      findings.add(
        'lost or doubled commands',
        `run ${runId}: ${body.command_id} was taken as another decision`,
      );
    told.push({ approvalId: approval_id, decision: first.decision, by: first.by, seq: first.seq, won: true });
  }

  function hear(approvalId: string, { code, decision, by }: DecisionProblem): void {
    if (code === 'expired') told.push({ approvalId, decision: undefined, won: false });
    else if (code === 'already_decided' && decision !== undefined)
      told.push({ approvalId, decision, won: false, ...(by !== undefined && { by }) });
    else findings.add('lost or doubled commands', `run ${runId}: ${approvalId} was refused with ${code}`);
  }

  async function answer(tool: RunTool): Promise<void> {
    await sleep(random.between(0, 200));
    const [one = 'approve', other = 'reject'] = random.chance(0.5) ? ['yes', 'no'] : ['no', 'yes'];
    const sent = [decide(random.pick(devices), tool, decisionOn(tool, one, random), 'a')];
    if (random.chance(0.4))
      sent.push(decide(random.pick(devices), tool, decisionOn(tool, other, random), 'b'));
    await Promise.all(sent);
  }

  return {
    look({ tools }) {
      for (const tool of tools.values()) {
        const id = tool.approval?.approval_id;
        if (tool.status !== 'waiting' || id === undefined || asked.has(id)) continue;
        asked.add(id);
        work.push(answer(tool).catch((error: unknown) => fail(error)));
      }
    },
    async done() {
      for (let i = 0; i < work.length; i += 1) await work[i];
      return told;
    },
  };

  function fail(error: unknown): void {
    findings.add('lost or doubled commands', `run ${runId}: a decision was never answered: ${error}`);
  }
}

/** A yes is an approval or an edit; on a call that may have run it means: run it again. */
function decisionOn(tool: RunTool, mood: string, random: Random): HitlDecision {
  if (mood === 'no') return { type: 'reject', message: `no ${random.between(1, 1e6)}` };
  if (tool.in_doubt || random.chance(0.6)) return { type: 'approve' };
  // The calls of our model have this input.
  const input = tool.approval?.input as CallInput;
  return {
    type: 'edit',
    edited_action: { name: tool.tool, args: { ...input, amount: input.amount + random.between(1000, 2000) } },
  };
}
