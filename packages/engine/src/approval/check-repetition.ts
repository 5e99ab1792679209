import { inputHash } from './rule-matches.ts';

/** A call to be checked. */
export interface RepeatableCall {
  readonly name: string;
  readonly input: unknown;
  /** The position of a tool that polls, or that gives one answer for many inputs. Calls with another key count as calls of another tool. */
  readonly loopKey?: string;
}

/** A call that was made before, in a list with the oldest first. A person's answer starts the list again. */
export type RepetitionEntry =
  | (RepeatableCall & { readonly type: 'call'; readonly result?: unknown })
  | { readonly type: 'reset' };

/** The options of `checkRepetition`. */
export interface RepetitionOptions {
  /** How many times something may be done. 0 switches the check off; 3 when it is not said. */
  readonly limit?: number;
}

/** The answer of `checkRepetition`: whether calls repeat, in which way, and which ones. */
export interface Repetition {
  readonly repeated: boolean;
  readonly reason?: 'identical' | 'cycle' | 'same_results';
  /** The calls that show it, oldest first, this one last. */
  readonly signatures: readonly string[];
}

type PastCall = Extract<RepetitionEntry, { readonly type: 'call' }>;

const MAX_PERIOD = 4;
const NOT_REPEATED: Repetition = { repeated: false, signatures: [] };

/**
 * Finds out if a call only repeats what was done just before: the same call more than `limit` times; two
 * to four calls in turn, `limit` rounds of them; or a tool that gave `limit` times the same result to varying input. Pure.
 * Looks at the last `4 * limit` calls only.
 */
export function checkRepetition(
  history: readonly RepetitionEntry[],
  call: RepeatableCall,
  options: RepetitionOptions = {},
): Repetition {
  const { limit = 3 } = options;
  if (!(limit >= 1)) return NOT_REPEATED;
  // One round, or one result, is no repetition.
  const rounds = Math.max(2, Math.floor(limit));
  const past = lastCalls(history, MAX_PERIOD * rounds);
  const signatures = [...past, call].map(signatureOf);
  const tail = (count: number): readonly string[] => signatures.slice(-count);
  const times = Math.floor(limit) + 1;
  if (signatures.length >= times && new Set(tail(times)).size === 1)
    return { repeated: true, reason: 'identical', signatures: tail(times) };
  for (let period = 2; period <= MAX_PERIOD; period++)
    if (isCycle(signatures, period, rounds))
      return { repeated: true, reason: 'cycle', signatures: tail(period * rounds) };
  if (hasSameResults(past, call, rounds))
    return { repeated: true, reason: 'same_results', signatures: tail(rounds + 1) };
  return NOT_REPEATED;
}

/** The last calls since a person answered. */
function lastCalls(history: readonly RepetitionEntry[], count: number): readonly PastCall[] {
  const calls: PastCall[] = [];
  for (let i = history.length - 1; i >= 0 && calls.length < count; i--) {
    const entry = history[i];
    if (entry === undefined || entry.type === 'reset') break;
    calls.push(entry);
  }
  return calls.reverse();
}

/** The same for calls of one tool with one input, whatever the order of its keys. */
function signatureOf({ name, input, loopKey }: RepeatableCall): string {
  const call = `${name}#${inputHash(input) ?? 'unknown'}`;
  return loopKey === undefined ? call : `${call}#${loopKey}`;
}

/** Tells whether the end is so many rounds of as many calls. Identical ones were seen before. */
function isCycle(signatures: readonly string[], period: number, rounds: number): boolean {
  const start = signatures.length - period * rounds;
  if (start < 0) return false;
  const last = signatures.slice(start);
  return last.every((each, i) => i < period || each === last[i - period]);
}

function hasSameResults(past: readonly PastCall[], call: RepeatableCall, rounds: number): boolean {
  const last = past.slice(-rounds);
  if (last.length < rounds) return false;
  const [first] = last;
  const result = inputHash(first?.result);
  return (
    !isEmpty(first?.result) &&
    result !== undefined &&
    last.every(
      (each) => each.name === call.name && each.loopKey === call.loopKey && inputHash(each.result) === result,
    ) &&
    new Set(last.map(signatureOf)).size > 1
  );
}

function isEmpty(result: unknown): boolean {
  if (typeof result === 'string') return result.trim() === '';
  if (typeof result === 'object' && result !== null) return Object.keys(result).length === 0;
  return result === undefined || result === null;
}
