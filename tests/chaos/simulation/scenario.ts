import type { HitlDecision } from '../../../packages/engine/src/index.ts';
import type { ToolEffect, ToolInput } from '../../../packages/server/src/index.ts';

export interface ScenarioTool {
  readonly effect: ToolEffect;
  readonly asks: boolean;
  readonly local?: boolean;
  /** Works so long before its effect. */
  readonly beforeMs?: number;
  /** Tells something after its effect and works on. */
  readonly afterMs?: number;
}

export type Part = string | { readonly id: string; readonly name: string; readonly input: ToolInput };

/** What a model says, what a person answers. */
export interface Scenario {
  readonly name: string;
  readonly messages: readonly (readonly Part[])[];
  /** What a person says to a question, and to one in doubt. Null: nobody comes. */
  readonly answer: (toolUseId: string) => HitlDecision | null;
  readonly inDoubt: HitlDecision;
  /** After so many milliseconds. */
  readonly afterMs: number;
}

export const TOOLS: Readonly<Record<string, ScenarioTool>> = {
  look: { effect: 'read', asks: false },
  save: { effect: 'idempotent', asks: false, afterMs: 50 },
  write: { effect: 'idempotent', asks: true, local: true },
  send: { effect: 'unsafe', asks: true },
  fire: { effect: 'unsafe', asks: false },
  brew: { effect: 'unsafe', asks: false, beforeMs: 20_000 },
};

const call = (id: string, name: string, input: ToolInput = { to: id }): Part => ({ id, name, input });
const YES: HitlDecision = { type: 'approve' };
const NO: HitlDecision = { type: 'reject', message: 'Leave it.' };
const EDIT: HitlDecision = { type: 'edit', edited_action: { name: 'send', args: { to: 'you' } } };

function scenario(name: string, messages: Scenario['messages'], more: Partial<Scenario> = {}): Scenario {
  return { name, messages, answer: () => YES, inDoubt: YES, afterMs: 2_000, ...more };
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
];
