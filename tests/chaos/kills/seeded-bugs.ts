import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FencedError, type RunRow, type Store, type Tool } from '@millrace/server';

/** Bugs that a wrapper puts into the server, to see that the checks find them. */
export type SeededBug = 'no-fence' | 'late-writes' | 'unsafe-as-read' | 'unstable-key' | 'never-asks';

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

/**
 * `late-writes` is no bug but a bad day that a fence is for: the first owner of a run is told that its lease is renewed when it is not,
 * and its first result reaches the database only when another server has the run.
 */
export function withStoreBugs(store: Store, bugs: readonly string[]): Store {
  const unfenced = bugs.includes('no-fence' satisfies SeededBug) ? withoutFence(store) : store;
  return bugs.includes('late-writes' satisfies SeededBug) ? withLateWrites(unfenced) : unfenced;
}

/** Without the fence a worker that lost its run goes on with it as if it were still its own. */
function withoutFence(store: Store): Store {
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

function withLateWrites(store: Store): Store {
  const rowOf = async (runId: string): Promise<RunRow> => {
    const run = await store.getRun(runId);
    if (run === undefined) throw new FencedError(runId);
    return run;
  };
  return {
    ...store,
    renew: (claim, lease) => (claim.fence === 1 ? rowOf(claim.runId) : store.renew(claim, lease)),
    async append(claim, seq, events, ...rest) {
      if (claim.fence === 1 && events.some(({ type }) => type === 'tool_complete'))
        while ((await rowOf(claim.runId)).fence === 1) await sleep(20);
      return store.append(claim, seq, events, ...rest);
    },
  };
}
