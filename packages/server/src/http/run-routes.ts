import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { cancelRequest, encodeSse, parsePosition } from '@millrace/engine';
import { Hono } from 'hono';
import type { Runner } from '../agent/runner.ts';
import type { RunStore } from '../store/store.ts';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';
import type { RunFeed, RunWatch } from './run-feed.ts';
import type { SseStream } from './sse-stream.ts';

export interface RunRoutesOptions {
  readonly store: RunStore;
  readonly runner: Runner;
  readonly feed: RunFeed;
  readonly openStream: (c: { readonly env: HttpBindings }) => SseStream;
}

/** Watching a run and stopping it. */
export function runRoutes({
  store,
  runner,
  feed,
  openStream,
}: RunRoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();

  routes.get('/:id/events', async (c) => {
    const runId = c.req.param('id');
    const format = c.req.query('format') ?? 'run';
    if (format !== 'run') throw problem(400, 'unknown_format', 'This server offers format=run.');
    const run = await store.getRun(runId);
    if (run === undefined) throw noRun(runId);
    const lastId = c.req.header('last-event-id') ?? '';
    const after = await resumePoint(store, runId, lastId);
    const stream = openStream(c);
    if (after === undefined) stream.send(encodeSse({ event: 'resync', data: '{}' }));
    void sendRun(feed.watch(run), after ?? 0, stream);
    return RESPONSE_ALREADY_SENT;
  });

  routes.post('/:id/cancel', async (c) => {
    await jsonBody(c, cancelRequest);
    const runId = c.req.param('id');
    if (!(await runner.cancel(runId))) throw noRun(runId);
    return c.json({ status: (await store.getRun(runId))?.status });
  });

  return routes;
}

function noRun(runId: string) {
  return problem(404, 'no_run', `There is no run ${runId}.`);
}

/** Where a reader goes on; undefined when its position is not in this log, so that it must start over. */
async function resumePoint(store: RunStore, runId: string, lastId: string): Promise<number | undefined> {
  if (lastId === '') return 0;
  const position = parsePosition(lastId);
  if (position === undefined) return undefined;
  const [event] = await store.readEvents(runId, position.seq - 1, 1);
  return event?.seq === position.seq && event.fence === position.fence ? position.seq : undefined;
}

/** Sends the run from a position to its end. Never rejects: a reader that lost its stream comes back by itself. */
async function sendRun(watch: RunWatch, after: number, stream: SseStream): Promise<void> {
  let seq = after;
  try {
    while (!stream.signal.aborted) {
      const lines = await watch.next(seq, stream.signal);
      const last = lines.at(-1);
      if (last === undefined) break;
      stream.send(lines.map(({ text }) => text).join(''));
      if (last.end) break;
      seq = last.seq;
      await stream.ready();
    }
  } catch (error) {
    console.error('The events of a run could not be read:', error);
  } finally {
    watch.close();
    stream.end();
  }
}
