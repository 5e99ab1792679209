import type { RepeatedCalls, RunThread } from '@millrace/engine/run';
import { firstLine } from '../../tools/define/first-line.ts';
import { callsOf, type OpenCall, resultsOf } from './open-calls.ts';

/** The facts about the calls that a call repeats: whether their results were the same, their errors, their cost. Pure. */
export function loopFacts(
  { steps }: RunThread,
  { block }: OpenCall,
  repetition: RepeatedCalls,
): RepeatedCalls {
  const past = steps.flatMap((step) => {
    const results = resultsOf(step);
    return callsOf(step)
      .filter(({ id }) => id !== block.id)
      .map(({ id }) => ({ step, result: results.get(id) }));
  });
  const last = past.slice(-Math.max(1, repetition.signatures.length - 1));
  const results = last.map(({ result }) => JSON.stringify(result?.content));
  const same = results.every((each) => each !== undefined && each === results[0]);
  const [first] = last;
  const text = first?.result?.content;
  const failed = same && typeof text === 'string' && last.every(({ result }) => result?.is_error);
  const tokens = [...new Set(last.map(({ step }) => step))].reduce((all, { message }) => {
    const { input_tokens = 0, output_tokens = 0 } = message?.tokenUsage ?? {};
    return all + input_tokens + output_tokens;
  }, 0);
  return {
    ...repetition,
    ...(last.length > 0 && { same_result: same }),
    ...(failed && { failed: firstLine(first?.result?.threw ?? text) }),
    ...(tokens > 0 && { tokens }),
  };
}
