import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { cancelRequest } from '@millrace/engine';
import { Hono } from 'hono';
import type { Runner } from '../agent/runner.ts';
import type { RunStore } from '../store/store.ts';
import { jsonBody } from './json-body.ts';
import { RUN_FORMATS } from './print-run.ts';
import { problem } from './problem.ts';
import type { RunFeed } from './run-feed.ts';
import { sendRun } from './send-run.ts';
import { AI_SDK_HEADERS, type OpenStream } from './sse-stream.ts';

export interface RunRoutesOptions {
  readonly store: RunStore;
  readonly runner: Runner;
  readonly feed: RunFeed;
  readonly openStream: OpenStream;
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
    const format = RUN_FORMATS.find((name) => name === (c.req.query('format') ?? 'run'));
    if (format === undefined) {
      throw problem(400, 'unknown_format', `"format" must be one of ${RUN_FORMATS.join(', ')}.`);
    }
    const run = await store.getRun(runId);
    if (run === undefined) throw noRun(runId);
    const lastId = c.req.header('last-event-id') ?? '';
    const headers = format === 'ai-sdk' ? AI_SDK_HEADERS : {};
    await sendRun({ store, feed, run, format, lastId, openStream: () => openStream(c, headers) });
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
