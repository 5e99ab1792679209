import {
  type CommandInfo,
  type CommandList,
  type FileCompletions,
  LONGEST_QUERY,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { trustOf } from '../../agent/log/trust-of.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import type { TrustStore } from '../../store/store.ts';
import { type Toolbox, toolSource } from '../../tools/define/toolbox.ts';
import { findFilesApart } from '../../tools/jobs/find-files-apart.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { problem } from '../request/problem.ts';
import { createRateLimit, tooOften } from '../request/rate-limit.ts';
import { placeOf } from '../turn/place-of.ts';

export interface CompletionRoutesOptions {
  readonly store: TrustStore & Pick<ProjectStore, 'listProjects'>;
  /** The workspace of the server, if it has one. */
  readonly workspace: Workspace | undefined;
  readonly tools: Toolbox;
  /** How often a device may ask in a minute. */
  readonly perMinute: number;
}

/** The files and slash commands that complete a message while a person writes it. */
export function completionRoutes(options: CompletionRoutesOptions): Hono {
  const { store, workspace, tools, perMinute } = options;
  const routes = new Hono();
  const limit = createRateLimit(perMinute);

  routes.use(async (c, next) => {
    const wait = limit.take(c.get('device'));
    if (wait > 0) throw tooOften(wait, 'Too many completions at once.');
    await next();
  });

  routes.get('/files', async (c) => {
    const { query = '', project_id } = c.req.query();
    if (query.length > LONGEST_QUERY)
      throw problem(400, 'long_query', `A query can have ${LONGEST_QUERY} characters at most.`);
    const place = await placeOf({ store, workspace }, project_id);
    if (place === undefined) return c.json<FileCompletions>({ paths: [], truncated: false });
    const { signal } = c.req.raw;
    try {
      return c.json<FileCompletions>(await findFilesApart(place.root, query, signal));
    } catch (error) {
      // Nobody waits for the answer any more.
      if (signal.aborted) throw problem(400, 'broken_off', 'The request was interrupted.');
      throw error;
    }
  });

  routes.get('/commands', async (c) => {
    const place = await placeOf({ store, workspace }, c.req.query('project_id'));
    const ctx = { workspace: place, trusts: trustOf(store, place) };
    const known = await toolSource(tools)();
    const lists = await Promise.all(known.map(async (tool) => (await tool.slashCommands?.(ctx)) ?? []));
    return c.json<CommandList>({ commands: lists.flat().sort(byName) });
  });

  return routes;
}

function byName(a: CommandInfo, b: CommandInfo): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
