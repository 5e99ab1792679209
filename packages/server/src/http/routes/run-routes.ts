import { randomUUID } from 'node:crypto';
import {
  type CallFiles,
  cancelRequest,
  continueRequest,
  type DecisionAnswer,
  decisionRequest,
  type EditPreview,
  editPreviewRequest,
  type RevertAnswer,
  revertRequest,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { CHATS_TOPIC, runTopic } from '../../agent/log/bus.ts';
import type { RevertResult } from '../../agent/run/reverter.ts';
import type { ContinueResult } from '../../store/store.ts';
import type { RequestParts } from '../request/bindings.ts';
import { callerName } from '../request/caller.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import type { OpenStream } from '../stream/open-stream.ts';
import { RUN_FORMATS } from '../stream/print-run.ts';
import { statusAtEnd } from '../stream/run-end.ts';
import type { RunFeed } from '../stream/run-feed.ts';
import { sendRun } from '../stream/send-run.ts';
import { AI_SDK_HEADERS, aiSdkVersion } from '../stream/sse-stream.ts';
import { callFiles } from '../turn/call-files.ts';
import { type DecideParts, decideCall } from '../turn/decide-call.ts';
import { createEditPreview } from '../turn/edit-preview.ts';

export interface RunRoutesOptions extends DecideParts {
  readonly feed: RunFeed;
  readonly openStream: OpenStream;
}

/** Watching a run, deciding what it asks, stopping it, and undoing what it did. */
export function runRoutes({
  store,
  bus,
  runner,
  feed,
  openStream,
  ...law
}: RunRoutesOptions): Hono<{ Bindings: RequestParts }> {
  const routes = new Hono<{ Bindings: RequestParts }>();
  const previewEdit = createEditPreview(store, law);
  const tellChat = async (runId: string): Promise<void> =>
    bus.publish(CHATS_TOPIC, (await store.getRun(runId))?.chatId);

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
    const { answer } = await sendRun({
      ...{ feed, run, format, lastId, reader: { version: aiSdkVersion(c) } },
      openStream: () => openStream(c, headers),
    });
    return answer;
  });

  routes.post('/:id/cancel', async (c) => {
    const { command_id = randomUUID() } = await jsonBody(c, cancelRequest);
    const runId = c.req.param('id');
    const run = await store.requestCancel({ commandId: command_id, runId, ts: Date.now() });
    if (run === undefined) throw noRun(runId);
    await runner.cancel(runId);
    return c.json({ status: await statusAtEnd(feed, store, runId) });
  });

  routes.post('/:id/continue', async (c) => {
    const { command_id, rev } = await jsonBody(c, continueRequest);
    const runId = c.req.param('id');
    const command = { commandId: command_id, runId, rev, by: c.get('device'), ts: Date.now() };
    const result = await store.continueRun(command);
    if (result.type !== 'continued') throw notContinued(result.type, runId);
    if (result.fresh) {
      runner.start(runId);
      bus.publish(runTopic(runId));
      await tellChat(runId);
    }
    return c.body(null, 204);
  });

  routes.post('/:id/decisions', async (c) => {
    const { command_id, approval_id, args_hash, decision } = await jsonBody(c, decisionRequest);
    const runId = c.req.param('id');
    const answer = await decideCall(
      { store, bus, runner, ...law },
      {
        commandId: command_id,
        runId,
        approvalId: approval_id,
        argsHash: args_hash,
        decision,
        by: c.get('device'),
        from: callerName(c),
      },
    );
    return c.json<DecisionAnswer>(answer);
  });

  routes.post('/:id/preview', async (c) => {
    const request = await jsonBody(c, editPreviewRequest);
    return c.json<EditPreview>(await previewEdit(c.req.param('id'), request));
  });

  routes.get('/:id/calls/:call/files', async (c) => {
    const { id, call } = c.req.param();
    if ((await store.getRun(id)) === undefined) throw noRun(id);
    return c.json<CallFiles>(await callFiles(store, id, call));
  });

  routes.post('/:id/revert', async (c) => {
    const { command_id, tool_use_id } = await jsonBody(c, revertRequest);
    const runId = c.req.param('id');
    const result = await runner.revert({ commandId: command_id, runId, toolUseId: tool_use_id });
    if (result.type !== 'done') throw notReverted(result.type, runId, tool_use_id);
    const [call] = result.answer.calls;
    if (tool_use_id !== undefined && call?.outcome === 'already')
      throw problem(409, 'already_reverted', 'This has already been undone.');
    if (tool_use_id !== undefined && call?.outcome === 'not_revertible')
      throw problem(409, 'not_revertible', "This call can't be undone. Restore a checkpoint instead.");
    return c.json<RevertAnswer>(result.answer);
  });

  return routes;
}

function notContinued(why: Exclude<ContinueResult['type'], 'continued'>, runId: string) {
  switch (why) {
    case 'no_run':
      return noRun(runId);
    case 'not_last':
    case 'finished':
      return problem(
        409,
        'not_continuable',
        "This answer can't go on: it is finished, or a message follows it. Send a message instead.",
      );
    case 'run_active':
    case 'busy':
      return inUse(why);
  }
}

function inUse(why: 'run_active' | 'busy') {
  return why === 'busy'
    ? problem(409, 'busy', 'The run is busy. Try again in a moment.')
    : problem(409, 'run_active', 'The answer is still being written. Wait for it, or stop it first.');
}

function notReverted(
  why: Exclude<RevertResult['type'], 'done'>,
  runId: string,
  toolUseId: string | undefined,
) {
  switch (why) {
    case 'no_run':
      return noRun(runId);
    case 'no_call':
      return problem(404, 'no_call', `This run has made no call ${toolUseId}.`);
    case 'run_active':
    case 'busy':
      return inUse(why);
  }
}

function noRun(runId: string) {
  return problem(404, 'no_run', `There is no run ${runId}.`);
}
