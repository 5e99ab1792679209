import type { ChatEvent, RunEvent } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, readEvents, startServer } from '../../../../../fixtures/running-server.ts';
import { begin, end, log, step, text } from '../../../../../fixtures/sample-run.ts';
import type { Model } from '../../models/adapter/model.ts';
import { printAiSdk } from './print-run.ts';

const FIRST: readonly RunEvent[] = [step(1), begin('lost'), ...text(0, 'half an ans')];
const SECOND: readonly RunEvent[] = [
  step(1, 2),
  begin('kept'),
  ...text(0, 'A whole answer.'),
  ...end('end_turn'),
];

// A model is never asked here: the run is over.
const silent: Model = { id: 'test/silent', name: 'Silent', async *stream() {} };
let server: RunningServer;

/** A server whose store holds a run that was taken up again after a crash, and came to its end. */
beforeEach(async () => {
  server = await startServer([silent], async (store) => {
    const ids = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run' };
    await store.createChat('chat', 1);
    await store.postMessage({ ...ids, text: 'Hi', model: 'test/silent', ts: 1 });
    for (const events of [FIRST, SECOND]) {
      const run = await store.claimRun('run', { owner: 'test', now: 1, leaseMs: 1 });
      await store.append({ runId: 'run', fence: run?.fence ?? 0 }, run?.lastSeq ?? 0, events, 2, 'durable');
    }
    const record = { role: 'assistant', text: 'A whole answer.', status: 'completed' } as const;
    await store.endRun(
      { runId: 'run', fence: 2 },
      FIRST.length + SECOND.length,
      { type: 'complete' },
      record,
      3,
    );
  });
});
afterEach(() => server.close());

const read = async (format: string): Promise<string[]> =>
  (await readEvents(await server.api('GET', `/api/runs/run/events?format=${format}`))).map(
    ({ data }) => data,
  );

test('C271 who reads a restarted run later in the AI SDK’s form gets the lost words once, as data at the end', async () => {
  const chunks = await read('ai-sdk');
  expect(chunks.filter((chunk) => chunk.includes('half'))).toEqual([
    JSON.stringify({ type: 'data-earlier', data: { cause: 'restart', text: 'half an ans' } }),
  ]);
  expect(chunks.join('')).not.toContain('"error"');
  expect(chunks.join('')).toContain('A whole answer.');
  expect(chunks.at(-1)).toBe('[DONE]');
});

test('C270 who reads it as a chat is told what still holds, and which words were taken back', async () => {
  const events = (await read('chat')).map((data) => JSON.parse(data) as ChatEvent);
  const replaced = { cause: 'restart', text: 'half an ans' };
  expect(events).toContainEqual(expect.objectContaining({ type: 'status', replace_text: '', replaced }));
  expect(events.at(-1)).toMatchObject({
    type: 'complete',
    payload: { message: 'A whole answer.', earlier: [replaced] },
  });
});

test('C265 who was reading in the AI SDK’s form when the step restarted gets an error and the end', () => {
  const printer = printAiSdk({ messageId: 'run' });
  const lines = log([...FIRST, ...SECOND]).map((event) => ({ event, text: '' }));
  const printed = lines.map((line) => (printer.done() ? '' : printer.print(line))).join('');
  expect(printer.done()).toBe(true);
  expect(printed).toContain('half');
  expect(printed).not.toContain('whole');
  expect(printed).toMatch(/"type":"error".*\n\ndata: \[DONE\]\n\n$/);
});
