import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool, ToolContext, ToolInput } from '@millrace/server';
import { pauseOf, type ToolName } from './plan.ts';

const input_schema = {
  type: 'object',
  properties: { ref: { type: 'string' }, amount: { type: 'integer' } },
  required: ['ref', 'amount'],
};

/** One tool of each kind. What they do is one request to the ledger, which is another process and counts. */
export function ledgerTools(ledger: string): Tool[] {
  const tool = (name: ToolName, kind: Pick<Tool, 'effect' | 'approval'>): Tool => ({
    name,
    description: `Does ${name}.`,
    input_schema,
    ...kind,
    // A long call would continue in a separate run; here every call ends where it began.
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    run: async (input, ctx) => ({ content: await enter(ledger, name, input, ctx) }),
  });
  return [
    tool('look', { effect: 'read', approval: 'allow' }),
    tool('put', { effect: 'idempotent', approval: 'allow' }),
    tool('pay', { effect: 'unsafe', approval: 'ask' }),
    tool('note', { effect: 'unsafe', approval: 'allow' }),
  ];
}

async function enter(ledger: string, tool: string, input: ToolInput, ctx: ToolContext): Promise<string> {
  const { key, runId, toolUseId, signal } = ctx;
  ctx.progress({ stage: 'going', message: `To ${tool}` });
  await sleep(pauseOf(String(input['ref']), 'before'), undefined, { signal });
  const body = JSON.stringify({ tool, input, key, runId, toolUseId, pid: process.pid });
  const answer = await fetch(ledger, { method: 'POST', body, signal });
  if (!answer.ok) throw new Error(`The ledger said ${answer.status}.`);
  return answer.text();
}
