import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HitlDecision, StoredEvent } from '@millrace/engine';
import type { Checkpoint } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { makeSavedFolder } from '../../../../fixtures/saved-folder.ts';
import {
  type AgentParts,
  resultsIn,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { CheckpointError } from '../checkpoints/checkpoint-error.ts';
import type { Tool } from '../tools/define/tool.ts';
import { fileTools } from '../tools/files/file-tools.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';

let agent: ScriptedAgent;
const done: string[] = [];
afterEach(async () => {
  await agent.runner.stop();
  done.splice(0);
});

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: name,
  input_schema: { type: 'object' },
  effect: 'idempotent',
  approval: 'allow',
  local: true,
  async run({ to }) {
    done.push(`${name} ${to}`);
    return { content: 'done' };
  },
  ...more,
});
const TOOLS = [
  tool('write'),
  tool('ask', { approval: 'ask' }),
  tool('read', { effect: 'read' }),
  tool('send', { local: false }),
  tool('side', { together: true }),
];
const YES: HitlDecision = { type: 'approve' };

type Port = NonNullable<AgentParts['checkpoints']>;

/** A port that counts, and fails with these errors first. */
function port(failures: readonly string[] = [], trouble?: string): Port {
  let count = 0;
  return {
    trouble: async () => trouble,
    async save(reason) {
      const failure = failures[count++];
      if (failure !== undefined) throw new CheckpointError('git_failed', failure);
      done.push(`saved ${reason}`);
      return { id: `id-${count}`, notes: ['Not saved: big.'], leftOut: [] };
    },
  };
}

async function start(
  messages: readonly (readonly Said[])[],
  more: Partial<AgentParts> = {},
): Promise<string> {
  const script: AgentParts['script'] = ({ messages: before }) =>
    messages[before.filter(({ role }) => role === 'assistant').length] ?? ['Done.'];
  const workspace = openWorkspace('/work/space');
  agent = await scriptedAgent({ script, tools: TOOLS, workspace, checkpoints: port(), ...more });
  return agent.send();
}

const call = (id: string, name: string): Said => ({ id, name });
const kinds = (events: readonly StoredEvent[]): string[] =>
  events.flatMap((event) => {
    if (event.type === 'tool_start') return [`start ${event.tool_use_id}`];
    return event.type === 'checkpoint' ? [`checkpoint ${event.checkpoint_id}`] : [];
  });
const reasons = (events: readonly StoredEvent[]): (string | undefined)[] =>
  events.flatMap((event) => (event.type === 'approval_request' ? [event.reason] : []));

test('K20 the workspace is saved once for a message, before its first call that may change it', async () => {
  const runId = await start([
    [call('a', 'read'), call('b', 'send'), call('c', 'write'), call('d', 'side'), call('e', 'side')],
    [call('f', 'write')],
  ]);
  await agent.until(runId, 'completed');
  const events = await agent.events(runId);
  const order = kinds(events);
  expect(order.filter((kind) => kind.startsWith('checkpoint'))).toEqual(['checkpoint id-1']);
  for (const id of ['c', 'd', 'e', 'f'])
    expect(order.indexOf('checkpoint id-1')).toBeLessThan(order.indexOf(`start ${id}`));
  expect(done.filter((each) => each.startsWith('saved'))).toHaveLength(1);
  const [kept] = (await agent.state(runId)).checkpoints;
  expect(kept).toMatchObject<Partial<Checkpoint>>({ checkpoint_id: 'id-1', message: 'Not saved: big.' });
  expect((await agent.records()).at(-1)).toMatchObject({ checkpoint_id: 'id-1' });
});

test('K20 a run that changes nothing, and a server without checkpoints, save nothing', async () => {
  const runId = await start([[call('a', 'read'), call('b', 'send')]]);
  await agent.until(runId, 'completed');
  expect((await agent.state(runId)).checkpoints).toEqual([]);
  await agent.runner.stop();
  const other = await start([[call('a', 'write')]], { checkpoints: undefined });
  await agent.until(other, 'completed');
  expect(kinds(await agent.events(other))).toEqual(['start a']);
});

test('K20 it is saved inside the lock on the workspace', async () => {
  let held = 0;
  const inside: number[] = [];
  const checkpoints = port();
  const runId = await start([[call('a', 'write')]], {
    checkpoints: {
      ...checkpoints,
      save: async (...args) => {
        inside.push(held);
        return checkpoints.save(...args);
      },
    },
    lock: async (_, work) => {
      held += 1;
      return work().finally(() => {
        held -= 1;
      });
    },
  });
  await agent.until(runId, 'completed');
  expect(inside).toEqual([1]);
});

test('K21 a run that was cut off after its checkpoint does not make another', async () => {
  let stop = false;
  const runId = await start([[call('a', 'write')]], {
    tools: [
      tool('write', {
        async run(_, { signal }) {
          done.push('write');
          if (!stop) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
          return { content: 'done' };
        },
      }),
    ],
  });
  await expect.poll(() => done).toContain('write');
  stop = true;
  await agent.restart();
  await agent.until(runId, 'completed');
  expect(kinds(await agent.events(runId))).toEqual(['checkpoint id-1', 'start a', 'start a']);
});

test('K22 when the workspace can not be saved a person is asked about each change, with the reason', async () => {
  const runId = await start([[call('a', 'write'), call('b', 'read')], [call('c', 'write')]], {
    checkpoints: port(['The disk is full.']),
  });
  await agent.until(runId, 'waiting');
  const asked = (await agent.events(runId)).find((event) => event.type === 'approval_request');
  expect(asked).toMatchObject({
    tool_use_id: 'a',
    reason: 'The workspace could not be saved, so there is no checkpoint to go back to. The disk is full.',
  });
  expect(asked).not.toHaveProperty('rules');
  expect(done).toEqual(['read b']);
  expect((await agent.state(runId)).checkpoints).toMatchObject([
    { checkpoint_id: null, message: 'The disk is full.' },
  ]);
  await agent.decide(runId, 'a', YES);
  await agent.until(runId, 'waiting');
  expect(done).toContain('write a');
  await agent.decide(runId, 'c', { type: 'reject' });
  await agent.until(runId, 'completed');
  const order = kinds(await agent.events(runId)).filter((kind) => kind !== 'start b');
  expect(order).toEqual(['checkpoint null', 'start a']);
  expect(done).not.toContain('write c');
});

test('K22 one that was allowed before the save failed is asked about again, as the person wants it', async () => {
  const runId = await start([[call('a', 'ask')]], { checkpoints: port(['No room.']) });
  await agent.until(runId, 'waiting');
  await agent.decide(runId, 'a', { type: 'edit', edited_action: { name: 'ask', args: { to: 'there' } } });
  await agent.until(runId, 'waiting');
  const events = await agent.events(runId);
  expect(reasons(events)).toEqual([undefined, expect.stringContaining('No room.')]);
  expect(events.findLast((event) => event.type === 'approval_request')).toMatchObject({
    input: { to: 'there' },
  });
  await agent.decide(runId, 'a', YES);
  await agent.until(runId, 'completed');
  expect(done).toEqual(['ask there']);
  expect(resultsIn(await agent.state(runId)).get('a')?.[0]).toContain('The person changed the input.');
});

test('K22 what is known before is asked once', async () => {
  const runId = await start([[call('a', 'ask')]], { checkpoints: port(['No git.'], 'No git.') });
  await agent.until(runId, 'waiting');
  await agent.decide(runId, 'a', YES);
  await agent.until(runId, 'completed');
  expect(reasons(await agent.events(runId))).toEqual([expect.stringContaining('No git.')]);
  expect(done).toEqual(['ask a']);
});

test('K20 with real git and real tools, what a message changed can be restored', async () => {
  const { root, checkpoints } = makeSavedFolder({ 'a.txt': 'one\n' });
  const write: Said = {
    id: 'w',
    name: 'write_to_file',
    input: { path: 'a.txt', content: 'two\n', line_count: 1 },
  };
  const runId = await start([[write]], { tools: fileTools(), workspace: openWorkspace(root), checkpoints });
  await agent.until(runId, 'waiting');
  await agent.decide(runId, 'w', YES);
  await agent.until(runId, 'completed');
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('two\n');
  const [kept] = (await agent.state(runId)).checkpoints;
  await checkpoints.restore(kept?.checkpoint_id ?? '');
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n');
});
