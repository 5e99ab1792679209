import type { Tool } from '../../../packages/server/src/index.ts';
import type { Effect } from './ledger.ts';
import { TOOLS } from './scenario.ts';

export interface ToolWorld {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly effect: (effect: Pick<Effect, 'tool' | 'toolUseId' | 'input' | 'key'>) => Promise<void>;
}

/** The tools of the scenarios. Each has one effect, which the ledger keeps. */
export function makeTools({ sleep, effect }: ToolWorld): Tool[] {
  return Object.entries(TOOLS).map(([name, { effect: kind, asks, local = false, beforeMs, afterMs }]) => ({
    name,
    description: `Does ${name}.`,
    input_schema: { type: 'object' },
    effect: kind,
    approval: asks ? 'ask' : 'allow',
    local,
    // What takes long goes on in a run of its own, which is another story.
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    async run(input, { toolUseId, key, signal, progress }) {
      if (beforeMs !== undefined) await sleep(beforeMs, signal);
      await effect({ tool: name, toolUseId, input, key });
      if (afterMs !== undefined) {
        progress({ stage: 'after', message: 'Almost' });
        await sleep(afterMs, signal);
      }
      return { content: `${name} ${JSON.stringify(input)}` };
    },
  }));
}
