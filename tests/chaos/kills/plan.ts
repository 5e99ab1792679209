import { isDeepStrictEqual } from 'node:util';
import { CUT_CALL } from '../../../packages/server/src/models/adapter/cut-call.ts';
import { createRandom, digest } from './random.ts';

export type ToolName = 'look' | 'put' | 'pay' | 'note';

/** `ref` names the call in the whole world: whatever happens in the ledger for it, happens for this call. */
export interface CallInput {
  readonly ref: string;
  readonly amount: number;
}

export interface PlannedCall {
  readonly name: ToolName;
  readonly input: CallInput;
}

const TOOLS: readonly ToolName[] = ['look', 'put', 'pay', 'note', 'pay', 'note'];
const WORDS = 'the mill turns while water runs over stones and wheels grind slowly through old grain'.split(
  ' ',
);

/** The calls of each step that the answer to a text makes; after the last one it sums up. Pure. */
function planOf(text: string): readonly (readonly PlannedCall[])[] {
  const random = createRandom(text);
  return Array.from({ length: random.between(1, 3) }, (_step, step) =>
    Array.from({ length: random.between(1, 3) }, (_call, call) => ({
      name: random.pick(TOOLS),
      input: { ref: `${text.replaceAll(' ', '-')}/${step + 1}/${call + 1}`, amount: random.between(1, 500) },
    })),
  );
}

/** The beginning of a result that tells a model that its call never came whole. */
const CUT = `The input could not be read: ${CUT_CALL}`;

/** A call as a conversation shows it. */
export interface ToldCall {
  readonly name: string;
  readonly input: unknown;
  readonly result: string;
}

/**
 * The calls that come next after those of a conversation: what is missing of the first step that is not yet whole, because
 * a message was cut before it or inside it, or else the next step. Empty when all is done. Pure.
 */
export function nextCalls(text: string, told: readonly ToldCall[]): readonly PlannedCall[] {
  const isMade = ({ name, input }: PlannedCall): boolean =>
    told.some((call) => call.name === name && isDeepStrictEqual(call.input, input) && !isCut(call.result));
  const step = planOf(text).find((calls) => !calls.every(isMade)) ?? [];
  return step.filter((call) => !isMade(call));
}

/** Tells whether a result says that its call never came whole. Pure. */
export function isCut(result: unknown): boolean {
  return String(result).startsWith(CUT);
}

/** The words of the model in a step, from 1 on, given the results of all earlier calls, in order. Pure. */
export function textOf(text: string, step: number, results: readonly string[]): string {
  const random = createRandom(`${text}/${step}`);
  const words = Array.from({ length: random.between(4, 14) }, () => random.pick(WORDS));
  return `${step}: ${words.join(' ')} (${digest(JSON.stringify([text, step, results]))}). `;
}

/** The ledger's answer. Pure. */
export function resultOf(name: ToolName, { ref, amount }: CallInput): string {
  return `${name} ${ref} ${amount} ${digest(`${name}/${ref}/${amount}`)}`;
}

/** How long the ledger and the tool take over a call, so that deaths come before, during and after. Pure. */
export function pauseOf(ref: string, name: 'before' | 'after'): number {
  const random = createRandom(`${name}/${ref}`);
  return random.chance(0.3) ? 0 : random.between(10, 150);
}
