import type { CommandList, FileCompletions } from '@millrace/engine/run';
import type { Client } from './create-client.ts';

/** Sends a request by a `fetch` and gives the JSON of its answer. */
type Call = (method: string, path: string, body: undefined, by: typeof fetch) => Promise<unknown>;

/** The requests for what completes a message. */
export function completionCalls(
  call: Call,
  ask: typeof fetch,
): Pick<Client, 'completeFiles' | 'slashCommands'> {
  const inProject = (id: string | undefined): Record<string, string> =>
    id === undefined ? {} : { project_id: id };

  // The casts name the shapes that the server's routes are typed with.
  return {
    async completeFiles(query, { signal, projectId } = {}) {
      signal?.throwIfAborted();
      const until: typeof fetch = (url, options) => ask(url, { ...options, ...(signal && { signal }) });
      const asked = new URLSearchParams({ query, ...inProject(projectId) });
      try {
        return (await call('GET', `/api/completions/files?${asked}`, undefined, until)) as FileCompletions;
      } catch (error) {
        // The caller who aborts is told so, and not that the server could not be reached.
        signal?.throwIfAborted();
        throw error;
      }
    },
    async slashCommands({ projectId } = {}) {
      const asked = new URLSearchParams(inProject(projectId));
      const answer = await call('GET', `/api/completions/commands?${asked}`, undefined, ask);
      return (answer as CommandList).commands;
    },
  };
}
