import type { Tool } from '../../../packages/server/src/index.ts';
import type { Effect } from './ledger.ts';
import { type ScenarioTool, TOOLS } from './scenario.ts';

export interface ToolWorld {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly effect: (effect: Pick<Effect, 'tool' | 'runId' | 'toolUseId' | 'input' | 'key'>) => Promise<void>;
}

/** The tools of the scenarios. Each has one effect, which the ledger keeps, or a sub-agent. */
export function makeTools(world: ToolWorld): Tool[] {
  return Object.entries(TOOLS).map(([name, tool]) => ({
    name,
    description: `Does ${name}.`,
    input_schema: { type: 'object' },
    effect: tool.effect,
    approval: tool.asks ? 'ask' : 'allow',
    local: tool.local ?? false,
    together: tool.spawns ?? false,
    inlineBudgetMs: tool.budgetMs ?? Number.POSITIVE_INFINITY,
    run: tool.spawns
      ? async (input, { spawn }) => ({ content: await spawn({ message: String(input['task']) }) })
      : runOf(name, tool, world),
  }));
}

function runOf(name: string, { beforeMs, afterMs }: ScenarioTool, { sleep, effect }: ToolWorld): Tool['run'] {
  return async (input, { runId, toolUseId, key, signal, progress }) => {
    if (beforeMs !== undefined) await sleep(beforeMs, signal);
    await effect({ tool: name, runId, toolUseId, input, key });
    if (afterMs !== undefined) {
      progress({ stage: 'after', message: 'Almost' });
      await sleep(afterMs, signal);
    }
    return { content: `${name} ${JSON.stringify(input)}` };
  };
}
