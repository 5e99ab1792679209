import type { RepetitionEntry } from '@millrace/engine/approval';
import type { RunState, RunThread } from '@millrace/engine/run';
import type { Tool } from '../../tools/define/tool.ts';
import { callsOf, resultsOf } from './open-calls.ts';

/** The calls of a thread before one of them, for `checkRepetition`. A person's answer to a repetition starts the count again. Pure. */
export function pastCalls(
  { steps }: RunThread,
  { tools: known }: Pick<RunState, 'tools'>,
  before: string,
  tools: ReadonlyMap<string, Tool>,
): readonly RepetitionEntry[] {
  const entries: RepetitionEntry[] = [];
  for (const step of steps) {
    const results = resultsOf(step);
    for (const { id, name, input } of callsOf(step)) {
      if (id === before) return entries;
      const call = known.get(id);
      if (call?.approval?.repetition !== undefined && call.decision !== undefined)
        entries.push({ type: 'reset' });
      if (mayRepeat(tools.get(name), input)) continue;
      entries.push({
        type: 'call',
        name,
        input,
        ...loopKeyOf(tools.get(name), input),
        ...resultOf(results.get(id)),
      });
    }
  }
  return entries;
}

/** Tells whether a call may be made again and again, if its tool says so and does not fail. */
export function mayRepeat(tool: Tool | undefined, input: Readonly<Record<string, unknown>>): boolean {
  try {
    return tool?.mayRepeat?.(input) === true;
  } catch {
    return false;
  }
}

/** The key of a call that polls, if its tool gives one and does not fail. */
export function loopKeyOf(
  tool: Tool | undefined,
  input: Readonly<Record<string, unknown>>,
): { loopKey?: string } {
  try {
    const loopKey = tool?.loopKey?.(input);
    return loopKey === undefined ? {} : { loopKey };
  } catch {
    return {};
  }
}

function resultOf(block: { readonly content: unknown } | undefined): { result?: unknown } {
  return block === undefined ? {} : { result: block.content };
}
