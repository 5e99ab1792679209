import type { AnswerBlock } from './answer.ts';
import { type CallFacts, type CallState, callState } from './call-state.ts';

/** While nothing is wrong with such a call, only its words are shown. */
const PLAIN: ReadonlySet<CallState> = new Set(['writing', 'queued', 'running', 'done']);

export interface SpokenCall {
  readonly words: string;
  /** A command with which the person can look at the result. */
  readonly command: string | undefined;
  /** True when there is more to show than the words. */
  readonly hasCard: boolean;
}

/** Returns the words that a call says to the person, as far as they have come; undefined for every other call. Pure. */
export function spokenCall(
  facts: CallFacts,
  { preview }: Pick<AnswerBlock, 'preview'>,
): SpokenCall | undefined {
  const { call, tool, writing } = facts;
  const { speaks } = call;
  if (speaks === undefined || !PLAIN.has(callState(facts))) return undefined;
  const input: unknown = writing ? preview : call.input;
  const words = textIn(input, speaks);
  if (words === undefined) return undefined;
  return { words, command: textIn(input, 'command'), hasCard: tool?.decision !== undefined };
}

function textIn(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
