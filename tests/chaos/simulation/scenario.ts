import type { HitlDecision, StoredEvent } from '../../../packages/engine/src/index.ts';
import type { ToolEffect, ToolInput } from '../../../packages/server/src/index.ts';
import { early, noAtOnce } from './in-order.ts';

export interface ScenarioTool {
  readonly effect: ToolEffect;
  readonly asks: boolean;
  readonly local?: boolean;
  /** Works so long before its effect. */
  readonly beforeMs?: number;
  /** Tells something after its effect and works on. */
  readonly afterMs?: number;
  /** After so long it goes on in a run of its own. */
  readonly budgetMs?: number;
  /** Has no effect but a sub-agent, whose task is its input. */
  readonly spawns?: boolean;
}

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
  /** Comes in two pieces. */
  readonly slow?: boolean;
}

/** A piece of text, a call, or the end of a stream that fails. */
export type Part = string | ScriptedCall | { readonly breaks: true };

/** The words of a model, message by message. */
export type Script = readonly (readonly Part[])[];

/** The words of models, and the answers of a person. */
export interface Scenario {
  readonly name: string;
  readonly messages: Script;
  /** The words of sub-agents, by their task. */
  readonly tasks: Readonly<Record<string, Script>>;
  /** The person's answer to a question, and to one in doubt. Null: nobody comes. */
  readonly answer: (toolUseId: string) => HitlDecision | null;
  readonly inDoubt: HitlDecision;
  /** After so many milliseconds. */
  readonly afterMs: number | ((toolUseId: string) => number);
  /** For how long it can be answered. */
  readonly approvalMs: number | null;
  /** True when the person cancels by writing a message. */
  readonly overtakes: boolean;
  /** Returns the problem in the order of things, in a course without faults. */
  readonly inOrder?: (events: readonly StoredEvent[]) => string | undefined;
}

export const TOOLS: Readonly<Record<string, ScenarioTool>> = {
  look: { effect: 'read', asks: false },
  save: { effect: 'idempotent', asks: false, afterMs: 50 },
  write: { effect: 'idempotent', asks: true, local: true },
  send: { effect: 'unsafe', asks: true },
  fire: { effect: 'unsafe', asks: false },
  brew: { effect: 'unsafe', asks: false, beforeMs: 20_000 },
  publish: { effect: 'idempotent', asks: false, beforeMs: 8_000, budgetMs: 4_000 },
  launch: { effect: 'unsafe', asks: false, beforeMs: 8_000, budgetMs: 4_000 },
  team: { effect: 'read', asks: false, spawns: true },
};

const call = (id: string, name: string, input: ToolInput = { to: id }): ScriptedCall => ({ id, name, input });
const slow = (id: string, name: string): ScriptedCall => ({ ...call(id, name), slow: true });
const agent = (id: string, task: string): ScriptedCall => call(id, 'team', { task });
const BREAKS: Part = { breaks: true };
const YES: HitlDecision = { type: 'approve' };
const NO: HitlDecision = { type: 'reject', message: 'Leave it.' };
const EDIT: HitlDecision = { type: 'edit', edited_action: { name: 'send', args: { to: 'you' } } };

function scenario(name: string, messages: Script, more: Partial<Scenario> = {}): Scenario {
  const person = { answer: () => YES, inDoubt: YES, afterMs: 2_000, approvalMs: null, overtakes: false };
  return { name, messages, tasks: {}, ...person, ...more };
}

export const SCENARIOS: readonly Scenario[] = [
  scenario('text', [['One ', 'two ', 'three ', 'four.']]),
  scenario('read', [['Let me look. ', call('c1', 'look')], ['Seen.']]),
  scenario('idempotent', [[call('c1', 'save')], ['Saved.']]),
  scenario('ask', [['May I? ', call('c1', 'send')], ['Sent.']]),
  // The person is quicker than the worker is in giving the run up.
  scenario('ask-quick', [[call('c1', 'send')], ['Sent.']], { afterMs: 0 }),
  scenario('three', [[call('c1', 'send'), call('c2', 'look'), call('c3', 'write')], ['Done.']], {
    answer: (id) => (id === 'c1' ? EDIT : YES),
  }),
  scenario(
    'two-steps',
    [[call('c1', 'save'), call('c2', 'send')], ['And now ', call('c1', 'fire')], ['Done.']],
    {
      answer: () => NO,
    },
  ),
  scenario('again', [[call('c1', 'fire')], ['Done.']]),
  scenario('leave', [[call('c1', 'fire')], ['Done.']], { inDoubt: NO }),
  scenario('slow', [[call('c1', 'brew')], ['Done.']], { inDoubt: NO, afterMs: 0 }),
  scenario('nobody', [['May I? ', call('c1', 'send'), call('c2', 'look')], ['Sent.']], {
    answer: () => null,
  }),
  // A call is asked about and run while the next one still comes.
  scenario('early', [[call('c1', 'send'), 'And ', 'then ', slow('c2', 'save'), 'So.'], ['Done.']], {
    afterMs: 0,
    inOrder: early,
  }),
  scenario('broken', [['First ', call('c1', 'save'), slow('c2', 'fire'), BREAKS], ['Done.']]),
  scenario('no-at-once', [[call('c1', 'brew'), call('c2', 'send')], ['Done.']], {
    answer: () => NO,
    inOrder: noAtOnce,
  }),
  scenario('expiry', [[call('c1', 'send')], ['Done.']], { afterMs: 1_999, approvalMs: 2_000 }),
  scenario('overtaken', [[call('c1', 'send'), call('c2', 'save')], ['Done.']], {
    answer: () => null,
    overtakes: true,
  }),
  scenario('agent', [[agent('t1', 'A')], ['Done.']], {
    tasks: { A: [['Well, ', call('c1', 'send')], ['A is done.']] },
  }),
  // Two sub-agents give their calls the same id; one works while the other waits.
  scenario('agents', [[agent('t1', 'A'), agent('t2', 'B')], ['Done.']], {
    tasks: {
      A: [[call('c1', 'write')], ['A is done.']],
      B: [[call('c1', 'save'), call('c2', 'send')], ['B is done.']],
    },
    afterMs: (id) => (id === 'c2' ? 500 : 2_000),
  }),
  scenario('long', [[call('c1', 'publish')], ['Wait.']]),
  scenario('long-unsafe', [[call('c1', 'launch')], ['Wait.']]),
  // It is done before the run that began it is.
  scenario('long-busy', [[call('c1', 'publish'), call('c2', 'send')], ['Done.']], { afterMs: 12_000 }),
];
