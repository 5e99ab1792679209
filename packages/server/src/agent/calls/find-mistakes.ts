import { type CallReason, type ToolResultBlock, unusualStop } from '@millrace/engine/message';
import type { RunState, RunStep, RunThread } from '@millrace/engine/run';
import { announces } from './announces.ts';
import { callsOf, resultsOf } from './open-calls.ts';

/** How often in a row a model may go wrong before a person is asked, and be cut off before its answer ends there. */
export const MISTAKES = 3;

export type Mistake = 'empty' | 'announced' | 'bad_calls' | 'cut_calls';

/** The refusals of calls that are the model's own fault. A rule, a person or a stopped run is not. */
const FAULTS: ReadonlySet<CallReason['code']> = new Set([
  'unknown_tool',
  'tools_not_offered',
  'mode_forbids',
  'call_cut_off',
  'input_unreadable',
  'input_invalid',
]);

/**
 * The mistake in a finished step: it says nothing, it announces a step where tools must be used and does not do it, or
 * none of its calls could be run. Pure.
 */
function mistakeOf(step: RunStep, { tools }: Pick<RunState, 'tools'>, mustUse: boolean): Mistake | undefined {
  const calls = callsOf(step);
  const stop = unusualStop(step.message);
  if (calls.length > 0) {
    const results = resultsOf(step);
    const isWrong = calls.every(({ id }) => !tools.has(id) && isFault(results.get(id)));
    if (!isWrong) return undefined;
    return stop?.reason === 'max_tokens' ? 'cut_calls' : 'bad_calls';
  }
  // It continues where it was.
  if (stop?.reason === 'pause_turn') return undefined;
  if (stop?.details?.type === 'malformed_call') return 'bad_calls';
  if (!hasSaid(step)) return 'empty';
  return mustUse && stop === undefined && announces(lastText(step)) ? 'announced' : undefined;
}

function isFault(result: ToolResultBlock | undefined): boolean {
  if (result?.is_error !== true) return false;
  return result.reason === undefined || FAULTS.has(result.reason.code);
}

/** Tells whether a step has words that were cut off at the output limit, and no call. Where tools must be used it continues. */
export function isCutOff(step: RunStep): boolean {
  return callsOf(step).length === 0 && hasSaid(step) && unusualStop(step.message)?.reason === 'max_tokens';
}

/** Tells whether the last steps of a thread were cut off so often that another try is in vain. Pure. */
export function isCutTooOften({ steps }: RunThread): boolean {
  return steps.length >= MISTAKES && steps.slice(-MISTAKES).every(isCutOff);
}

function lastText({ message }: RunStep): string {
  const block = message?.content.findLast((each) => each?.type === 'text' && each.text.trim() !== '');
  return block?.type === 'text' ? block.text : '';
}

/** Tells whether a step has words for the person. */
export function hasSaid({ message }: RunStep): boolean {
  return message?.content.some((block) => block?.type === 'text' && block.text.trim() !== '') ?? false;
}

/** The mistakes at the end of a thread, one right after the other. Pure. */
export function lastMistakes(
  { steps }: RunThread,
  state: Pick<RunState, 'tools'>,
  mustUse: boolean,
): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  for (const step of steps.toReversed()) {
    // A person has let it go on behind this one.
    if (step.continued !== undefined) break;
    const mistake = mistakeOf(step, state, mustUse);
    if (mistake === undefined) break;
    mistakes.push(mistake);
  }
  return mistakes;
}

const WORDS: Readonly<Record<Mistake, string>> = {
  empty: 'gave an empty answer',
  announced: 'said what it would do next and did not do it',
  bad_calls: 'made tool calls that could not be run',
  cut_calls: 'reached its output limit in the middle of a tool call',
};

/** The words for a person when a model does not find its way: each of its last mistakes once. Pure. */
export function stuckMessage(mistakes: readonly Mistake[]): string {
  const said = [...new Set(mistakes.toReversed())].map((mistake) => `it ${WORDS[mistake]}`);
  return `The model went wrong ${MISTAKES} times in a row: ${said.join(', and ')}. Tell it what to do, or try again.`;
}

const NUDGES: Readonly<Record<Mistake | 'cut', string>> = {
  empty: 'Your answer was empty. Continue.',
  announced:
    'You said what you would do next and did not do it. Call the tool for it now, or say that you are done.',
  bad_calls:
    'Your call could not be read, so it was not run. Send the whole call again, and follow its schema.',
  cut_calls: 'Your call was cut off at the output limit, so it was not run. Do less in one call.',
  cut: 'Your answer was cut off at the output limit. Continue where it stopped, and do less in one step.',
};

/** The words for the model after a step that called nothing and is not the last; empty where it needs none. Pure. */
export function nudge(step: RunStep, state: Pick<RunState, 'tools'>, mustUse: boolean): string {
  const mistake = mistakeOf(step, state, mustUse) ?? (mustUse && isCutOff(step) ? 'cut' : undefined);
  return mistake === undefined ? '' : NUDGES[mistake];
}
