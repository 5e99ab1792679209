import { randomUUID } from 'node:crypto';
import { FencedError, type Store, type Tool } from '@millrace/server';

/** Bugs that a wrapper puts into the server, to see that the checks find them. */
export type SeededBug = 'no-fence' | 'unsafe-as-read' | 'unstable-key' | 'never-asks';

export function withToolBugs(tools: readonly Tool[], bugs: readonly string[]): Tool[] {
  return tools.map((tool) => {
    const { effect, approval } = tool;
    return {
      ...tool,
      effect: bugs.includes('unsafe-as-read' satisfies SeededBug) ? 'read' : effect,
      approval: bugs.includes('never-asks' satisfies SeededBug) ? 'allow' : approval,
      run: (input, ctx) =>
        tool.run(
          input,
          bugs.includes('unstable-key' satisfies SeededBug) ? { ...ctx, key: randomUUID() } : ctx,
        ),
    };
  });
}

/** Without the fence a worker that lost its run goes on with it as if it were still its own. */
export function withStoreBugs(store: Store, bugs: readonly string[]): Store {
  if (!bugs.includes('no-fence' satisfies SeededBug)) return store;
  const newest = async <T>(runId: string, fence: number, ask: (fence: number) => Promise<T>): Promise<T> => {
    try {
      return await ask(fence);
    } catch (error) {
      const run = error instanceof FencedError ? await store.getRun(runId) : undefined;
      if (run === undefined || run.owner === null) throw error;
      return ask(run.fence);
    }
  };
  return {
    ...store,
    append: ({ runId, fence }, ...rest) =>
      newest(runId, fence, (now) => store.append({ runId, fence: now }, ...rest)),
    endRun: ({ runId, fence }, ...rest) =>
      newest(runId, fence, (now) => store.endRun({ runId, fence: now }, ...rest)),
    renew: ({ runId, fence }, lease) =>
      newest(runId, fence, (now) => store.renew({ runId, fence: now }, lease)),
  };
}
