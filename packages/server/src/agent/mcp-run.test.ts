import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everything } from '../../../../fixtures/mcp-servers.ts';
import {
  resultsIn,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { createMcp, type Mcp } from '../tools/mcp/create-mcp.ts';

let mcp: Mcp;
let agent: ScriptedAgent;
beforeEach(() => {
  mcp = createMcp({ servers: { all: { ...everything, tools: { 'get-sum': 'allow' } } }, startMs: 60_000 });
});
afterEach(async () => {
  await agent.runner.stop();
  await mcp.close();
});

async function start(name: string, input: object): Promise<string> {
  const script: Script = (_, count) => (count === 1 ? [{ id: 'a', name, input: { ...input } }] : ['Done.']);
  agent = await scriptedAgent({ script, tools: mcp.tools });
  return agent.send();
}
const asked = (run: string, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const rows = await agent.store.readApprovals(run);
      expect([rows.length, rows.at(-1)?.status]).toEqual([count, 'pending']);
    },
    { timeout: 20_000 },
  );

test('X20 a run asks before it calls a tool of a server, and again what the server asks', async () => {
  const run = await start('mcp__all__trigger-elicitation-request', {});
  await asked(run, 1);
  expect((await agent.state(run)).tools.get('a')).toMatchObject({
    title: 'Use trigger-elicitation-request of the MCP server all',
  });
  await agent.decide(run, 'a', { type: 'approve' });
  await asked(run, 2);
  const args = { name: 'Ada' };
  await agent.decide(run, 'a', {
    type: 'edit',
    edited_action: { name: 'mcp__all__trigger-elicitation-request', args },
  });
  await agent.until(run, 'completed');
  expect(resultsIn(await agent.state(run)).get('a')?.[0]).toContain('- Name: Ada');
});

test('X13 a call whose input does not fit is answered, and what the configuration allows runs without asking', async () => {
  const wrong = await start('mcp__all__get-sum', { a: 'x' });
  await vi.waitFor(async () => expect((await agent.store.getRun(wrong))?.status).toBe('completed'), 20_000);
  expect(resultsIn(await agent.state(wrong)).get('a')?.[0]).toMatch(/The input is not valid.*'b'/s);
  await agent.runner.stop();
  const right = await start('mcp__all__get-sum', { a: 2, b: 40 });
  await agent.until(right, 'completed');
  expect(resultsIn(await agent.state(right)).get('a')?.[0]).toContain('42');
  expect(await agent.store.readApprovals(right)).toEqual([]);
});

test('X16 a run that is stopped stops the call of its server', async () => {
  const run = await start('use_mcp_tool', {
    ...{ server_name: 'all', tool_name: 'trigger-long-running-operation' },
    arguments: { duration: 600, steps: 600 },
  });
  await asked(run, 1);
  await agent.decide(run, 'a', { type: 'approve' });
  await vi.waitFor(
    async () => expect((await agent.state(run)).tools.get('a')?.status).toBe('running'),
    20_000,
  );
  await agent.store.requestCancel({ commandId: 'stop', runId: run, ts: Date.now() });
  await agent.runner.cancel(run);
  expect(resultsIn(await agent.state(run)).get('a')?.[0]).toMatch(/stopped while this ran/);
});
