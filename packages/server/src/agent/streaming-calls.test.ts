import { afterEach, expect, test } from 'vitest';
import {
  resultsIn,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { ModelError } from '../models/adapter/model.ts';
import { withTextCalls } from '../models/text-calls/text-calls.ts';
import type { Tool } from '../tools/define/tool.ts';

let agent: ScriptedAgent;
afterEach(() => agent.runner.stop());

const ran: string[] = [];
function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    input_schema: { type: 'object', properties: { to: { type: 'string' } } },
    effect: 'unsafe',
    approval: 'allow',
    async run({ to }) {
      ran.push(`${name} ${String(to)}`);
      return { content: `${name} done` };
    },
    ...more,
  };
}
const TOOLS = [tool('look'), tool('send', { approval: 'ask' })];
afterEach(() => void ran.splice(0));

/** A wait in the middle of a message, until the test lets it go on. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait: () => opened, open };
}

const start = async (script: Script, more: object = {}): Promise<string> => {
  agent = await scriptedAgent({ script, tools: TOOLS, ...more });
  return agent.send();
};
const asked = async (runId: string) =>
  (await agent.store.readApprovals(runId)).map(({ toolUseId, status }) => `${toolUseId} ${status}`);

test('A1 a call runs while the rest of its message still comes', async () => {
  const { wait, open } = gate();
  const run = await start((_, n) =>
    n === 1 ? ['Look.', { id: 'a', name: 'look' }, wait, 'More.'] : ['Done.'],
  );
  await expect.poll(() => ran).toEqual(['look a']);
  expect((await agent.state(run)).steps[0]?.message?.status).toBe('in_progress');
  open();
  await agent.until(run, 'completed');
  const [, answer] = await agent.records();
  expect(answer?.content?.map(({ type }) => type)).toEqual([
    'text',
    'tool_use',
    'text',
    'tool_result',
    'text',
  ]);
  expect(agent.requests).toHaveLength(2);
});

test('A1 what must be asked is asked, decided and run while the rest of its message still comes', async () => {
  const { wait, open } = gate();
  const run = await start((_, n) =>
    n === 1 ? [{ id: 'a', name: 'send' }, { id: 'b', name: 'send' }, wait, 'More.'] : ['Done.'],
  );
  await expect.poll(() => asked(run)).toEqual(['a pending', 'b pending']);
  await agent.decide(run, 'b', { type: 'approve' });
  await expect.poll(() => ran).toEqual(['send b']);
  open();
  await agent.until(run, 'waiting');
  await agent.decide(run, 'a', { type: 'reject', message: 'No.' });
  await agent.until(run, 'completed');
  expect(resultsIn(await agent.state(run))).toEqual(
    new Map([
      ['b', ['send done']],
      ['a', ['The person did not allow this. They said: No.']],
    ]),
  );
});

test('A1 a native call that is rejected ends only itself', async () => {
  const run = await start((_, n) =>
    n === 1
      ? [
          { id: 'a', name: 'send' },
          { id: 'b', name: 'look' },
        ]
      : ['Done.'],
  );
  await agent.until(run, 'waiting');
  expect(ran).toEqual(['look b']);
  await agent.decide(run, 'a', { type: 'reject' });
  await agent.until(run, 'completed');
  expect(ran).toEqual(['look b']);
});

test('A1 calls in a text are handled one after the other, and a no skips the rest', async () => {
  const call = (name: string, to: string) => `<${name}>\n<to>${to}</to>\n</${name}>\n`;
  const run = await start(
    (_, n) => (n === 1 ? [`${call('look', '1')}${call('send', '2')}${call('look', '3')}`] : ['Done.']),
    { model: withTextCalls },
  );
  await agent.until(run, 'waiting');
  expect(ran).toEqual(['look 1']);
  const [id] = (await agent.store.readApprovals(run)).map(({ toolUseId }) => toolUseId);
  await agent.decide(run, id ?? '', { type: 'reject' });
  await agent.until(run, 'completed');
  expect(ran).toEqual(['look 1']);
  expect([...resultsIn(await agent.state(run)).values()].flat()).toEqual([
    'look done',
    'The person did not allow this.',
    'Skipped, because the person did not allow send before it.',
  ]);
});

test('L47 a message of which a call has begun is not asked for again when its stream fails: it is cut', async () => {
  const run = await start((_, n) =>
    n === 1
      ? [
          { id: 'a', name: 'look' },
          'And then',
          async () => {
            await expect.poll(() => ran).toEqual(['look a']);
            throw new ModelError('network', 'Gone.', { retryable: true });
          },
        ]
      : ['Done.'],
  );
  await agent.until(run, 'completed');
  expect(ran).toEqual(['look a']);
  const { steps } = await agent.state(run);
  expect(steps.map(({ step, attempt, message }) => [step, attempt, message?.finishReason])).toEqual([
    [1, 1, 'cut'],
    [2, 1, 'end_turn'],
  ]);
  // The model reads the call and its result, not the half sentence.
  expect(JSON.stringify(agent.requests[1]?.messages)).not.toContain('And then');
});

test('L47 a call that was asked about outlives a restart in mid-message', async () => {
  const { wait } = gate();
  const run = await start((_, n) => (n === 1 ? [{ id: 'a', name: 'send' }, wait, 'More.'] : ['Done.']));
  await expect.poll(() => asked(run)).toEqual(['a pending']);
  await agent.restart();
  await agent.until(run, 'waiting');
  await agent.decide(run, 'a', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(ran).toEqual(['send a']);
  expect(agent.requests).toHaveLength(2);
});
