import { unusualStop } from '@millrace/engine/message';
import type { RunState, RunStep, RunThread } from '@millrace/engine/run';
import { callsOf, resultsOf } from './open-calls.ts';

/** How often in a row a model may go wrong before a person is asked. */
export const MISTAKES = 3;

export type Mistake = 'empty' | 'no_tool' | 'bad_calls' | 'cut';

/**
 * The mistake in a finished step: it says nothing, it uses no tool where it must, it was cut off before it could, or all
 * that it called was nothing that could be run. Pure.
 */
export function mistakeOf(
  step: RunStep,
  { tools }: Pick<RunState, 'tools'>,
  mustUse: boolean,
): Mistake | undefined {
  const calls = callsOf(step);
  if (calls.length > 0) {
    const results = resultsOf(step);
    const wrong = calls.every(({ id }) => !tools.has(id) && results.get(id)?.is_error === true);
    return wrong ? 'bad_calls' : undefined;
  }
  const stop = unusualStop(step.message);
  // It continues where it was.
  if (stop?.reason === 'pause_turn') return undefined;
  if (stop?.details?.type === 'malformed_call') return 'bad_calls';
  if (!hasSaid(step)) return 'empty';
  if (!mustUse) return undefined;
  return stop?.reason === 'max_tokens' ? 'cut' : 'no_tool';
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
    const mistake = mistakeOf(step, state, mustUse);
    if (mistake === undefined) break;
    mistakes.push(mistake);
  }
  return mistakes;
}

const WORDS = {
  empty: 'gave an empty answer',
  no_tool: 'did not use a tool, as this mode requires',
  bad_calls: 'made tool calls that could not be run',
  cut: 'reached its output limit before it used a tool',
} as const;

/** The words for a person when a model does not find its way. */
export function stuckMessage(last: Mistake): string {
  return `The model made ${MISTAKES} mistakes in a row: it ${WORDS[last]}. Tell it what to do, or try again.`;
}

const NUDGES: Readonly<Record<Mistake, string>> = {
  empty: 'Your answer was empty. Continue.',
  no_tool:
    'You did not use a tool. Use one for the next step, or the one that ends the task when it is done.',
  bad_calls:
    'Your call could not be read, so it was not run. Send the whole call again, and follow its schema.',
  cut: 'Your answer was cut off at the output limit. Continue where it stopped, and do less in one step.',
};

/** The words for the model after a step that called nothing. */
export function nudge(mistake: Mistake): string {
  return NUDGES[mistake];
}
