import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startServer } from '../fixtures/running-server.ts';
import { createMetrics } from '../packages/app/src/observe/create-metrics.ts';
import { createRunLog } from '../packages/app/src/observe/create-run-log.ts';
import { createSpans } from '../packages/app/src/observe/create-spans.ts';
import { createSseDecoder } from '../packages/engine/src/index.ts';
import type { BlockEvent } from '../packages/engine/src/message.ts';
import { defineTool, type Model, type Observation } from '../packages/server/src/index.ts';
import { killCommands, startCommand } from './support/command.ts';

const CANARY = 'c4n4ry';
const CHAT = `chat-${CANARY}`;

/** Speaks, calls a tool that asks, and ends, with the canary in all of it. */
const model: Model = {
  id: 'acme/bird',
  name: 'Bird',
  price: { input: 1, output: 10 },
  async *stream({ messages }): AsyncGenerator<BlockEvent> {
    const isFirst = messages.length === 1;
    const usage = { input_tokens: 1000, cache_read_input_tokens: 500 };
    const call = { type: 'tool_use', id: 'call-1', name: 'send', input: { to: CANARY } } as const;
    yield { type: 'message_start', message: { id: CANARY, model: 'bird', usage } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: CANARY } };
    yield { type: 'content_block_stop', index: 0 };
    if (isFirst) {
      yield { type: 'content_block_start', index: 1, content_block: call };
      yield { type: 'content_block_stop', index: 1 };
    }
    const delta = { stop_reason: isFirst ? 'tool_use' : 'end_turn' };
    yield { type: 'message_delta', delta, usage: { output_tokens: 100 } };
    yield { type: 'message_stop' };
  },
};

const send = defineTool({
  name: 'send',
  description: CANARY,
  input: z.object({ to: z.string() }),
  effect: 'unsafe',
  run: async () => ({ content: CANARY }),
});

/** A chat in which a model speaks, a person approves a call, and the tool runs, in front of this observer. */
async function talk(observe: (seen: Observation) => void): Promise<string> {
  const server = await startServer([model], undefined, () => ({ observe, tools: [send] }));
  await server.api('POST', '/api/chats', { id: CHAT });
  const sent = await server.api('POST', `/api/chats/${CHAT}/messages`, { command_id: 'c', text: CANARY });
  const { run_id } = (await sent.json()) as { readonly run_id: string };
  const decoder = createSseDecoder({
    onEvent({ data }) {
      const event = JSON.parse(data);
      if (event.type !== 'approval_request') return;
      const { approval_id, args_hash } = event;
      const decision = { type: 'approve', message: CANARY };
      void server.api('POST', `/api/runs/${run_id}/decisions`, {
        command_id: 'd',
        approval_id,
        args_hash,
        decision,
      });
    },
  });
  const stream = await server.api('GET', `/api/runs/${run_id}/events`);
  for await (const bytes of stream.body ?? []) decoder.feed(bytes);
  await server.close();
  return run_id;
}

test('O71 createRunLog prints one line of JSON for each request, step and run, without a word of people or models', async () => {
  const lines: string[] = [];
  const { observe, tell } = createRunLog('info', { write: (line) => void lines.push(line) });
  const run_id = await talk(observe);
  tell('warn', 'The store works again.');
  const all = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(lines.join('')).not.toContain(CANARY);
  expect(all).toContainEqual(
    expect.objectContaining({ msg: 'request', route: '/api/chats/:id/messages', status: 200 }),
  );
  expect(all).toContainEqual(
    expect.objectContaining({ msg: 'run_left', run_id, status: 'completed', level: 30 }),
  );
  expect(all.filter(({ msg }) => msg === 'step_ended')).toHaveLength(4);
  expect(all.at(-1)).toMatchObject({ level: 40, msg: 'The store works again.' });
});

test('O72 createMetrics counts requests, streams, runs, calls, tokens and costs by names of routes, models and tools alone', async () => {
  const metrics = createMetrics();
  await talk(metrics.observe);
  const text = await metrics.print();
  expect(text).not.toContain(CANARY);
  const value = (line: string): number | undefined =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length + 1),
    );
  expect(value('millrace_tokens_total{model="acme/bird",kind="input"}')).toBe(2000);
  expect(value('millrace_tokens_total{model="acme/bird",kind="cache_read_input"}')).toBe(1000);
  expect(value('millrace_tokens_total{model="acme/bird",kind="output"}')).toBe(200);
  expect(value('millrace_cost_dollars_total{model="acme/bird"}')).toBeCloseTo(0.005);
  expect(value('millrace_model_seconds_count{model="acme/bird",status="done"}')).toBe(2);
  expect(value('millrace_model_first_token_seconds_count{model="acme/bird"}')).toBe(2);
  expect(value('millrace_tool_seconds_count{tool="send",status="done"}')).toBe(1);
  expect(value('millrace_person_seconds_count')).toBe(1);
  expect(value('millrace_runs_left_total{status="completed",model="acme/bird"}')).toBe(1);
  expect(value('millrace_runs')).toBe(0);
  expect(value('millrace_streams')).toBe(0);
  expect(
    value('millrace_request_seconds_count{method="GET",route="/api/runs/:id/events",status="200"}'),
  ).toBe(1);
});

test('O73 createSpans makes spans with the gen_ai names for requests, calls and waits, inside one for the run, without content', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  onTestFinished(() => provider.shutdown());
  const run_id = await talk(createSpans(provider.getTracer('test')));
  const spans = exporter.getFinishedSpans();
  const told = spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  expect(JSON.stringify(told)).not.toContain(CANARY);
  const runs = spans.filter(({ name }) => name === 'invoke_agent');
  const steps = spans.filter(({ name }) => name !== 'invoke_agent');
  const ids = runs.map((span) => span.spanContext().spanId);
  for (const step of steps) expect(ids).toContain(step.parentSpanContext?.spanId);
  expect(steps.map(({ name }) => name).sort()).toEqual([
    'chat acme/bird',
    'chat acme/bird',
    'execute_tool send',
    'wait_for_person send',
  ]);
  expect(steps.find(({ name }) => name.startsWith('chat'))?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.conversation.id': run_id,
    'gen_ai.provider.name': 'acme',
    'gen_ai.request.model': 'acme/bird',
    'gen_ai.usage.input_tokens': 1000,
    'gen_ai.usage.output_tokens': 100,
    'gen_ai.usage.cache_read.input_tokens': 500,
    'gen_ai.usage.cache_creation.input_tokens': 0,
    'gen_ai.response.finish_reasons': ['tool_use'],
    'millrace.step': 1,
    'millrace.attempt': 1,
    'millrace.cost.dollars': 0.0025,
  });
  expect(runs.at(-1)?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'millrace.status': 'completed',
  });
  for (const { duration } of spans) expect(Math.min(...duration)).toBeGreaterThanOrEqual(0);
});

test('O74 with MILLRACE_METRICS the command serves /metrics on a port of its own, and with MILLRACE_LOG prints only JSON after its link', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millrace-observe-'));
  onTestFinished(() => {
    killCommands();
    rmSync(data, { recursive: true, force: true });
  });
  const free = await startServer([model]);
  await free.close();
  const { port } = new URL(free.url);
  const server = startCommand([], { MILLRACE_DATA: data, MILLRACE_METRICS: port, MILLRACE_LOG: 'info' });
  await server.ready();
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  expect(await answer.text()).toContain('millrace_streams');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
