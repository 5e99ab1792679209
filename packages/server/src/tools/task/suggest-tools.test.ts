import type { CustomPayload } from '@millrace/engine';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { defineAction } from '../define/define-action.ts';
import { payloadTool } from '../define/payload-tool.ts';
import type { Tool } from '../define/tool.ts';
import { builtInModes } from '../modes/built-in-modes.ts';
import { switchModeTool } from '../modes/switch-mode-tool.ts';
import { suggestActionsTool, suggestValuesTool } from './suggest-tools.ts';

declare module '@millrace/engine' {
  interface PayloadTypes {
    forecast: { readonly days: number };
  }
}

const ctx = toolContext();
const refuses = (tool: Tool, input: unknown): string => tool.check?.(input) ?? '';
const many = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

test('A64 switch_mode asks with the name of the mode, and says which one holds', async () => {
  const tool = switchModeTool(builtInModes);
  expect(tool).toMatchObject({ name: 'switch_mode', effect: 'read', approval: 'ask' });
  expect(tool.description).toContain('- code: Works on a task');
  expect(tool.title?.({ mode_slug: 'code' })).toBe('Switch to Code mode');
  expect(refuses(tool, { mode_slug: 'code', reason: 'There is a bug.' })).toBe('');
  expect(await tool.run({ mode_slug: 'code' }, ctx)).toEqual({
    content: 'You are in Code mode now. Follow its instructions.',
    mode: 'code',
  });
});

test('A64 a mode that is none is refused with the list, before anybody is asked', () => {
  const tool = switchModeTool(builtInModes);
  expect(refuses(tool, { mode_slug: 'architect' })).toContain('Available modes: chat, code.');
  expect(tool.input_schema).toMatchObject({ properties: { mode_slug: { enum: ['chat', 'code'] } } });
});

test('A65 suggested answers reach the person', async () => {
  const tool = suggestValuesTool();
  expect(tool).toMatchObject({ name: 'suggest_values', effect: 'read', approval: 'allow' });
  const values = [{ label: 'Yes, proceed', value: 'yes' }];
  expect(await tool.run({ values }, ctx)).toEqual({
    content: 'The person sees these suggestions.',
    suggested_values: values,
  });
});

const value = { label: 'a', value: 'b' };
test.each([
  [[], false],
  [many(8, value), true],
  [many(9, value), false],
  [[{ label: 'x'.repeat(80), value: 'x'.repeat(2000) }], true],
  [[{ label: 'x'.repeat(81), value: 'x' }], false],
  [[{ label: 'x', value: 'x'.repeat(2001) }], false],
  [[{ label: ' ', value: 'x' }], false],
])('A65 answers have limits (%#)', (values, fits) => {
  expect(refuses(suggestValuesTool(), { values }) === '').toBe(fits);
});

test('A65 suggested buttons reach the person as they were offered', async () => {
  const tool = suggestActionsTool();
  expect(tool).toMatchObject({ name: 'suggest_actions', effect: 'read', approval: 'allow' });
  const actions = [
    { label: 'Apply', action: 'apply_schema', handler: 'server', data: { id: 1 }, style: 'primary' },
    { label: 'Close', action: 'close_chat', handler: 'client' },
  ];
  const { suggested_actions } = await tool.run({ actions }, ctx);
  expect(suggested_actions).toStrictEqual(actions);
});

const button = { label: 'a', action: 'b', handler: 'client' };
test.each([
  [[], false],
  [many(6, button), true],
  [many(7, button), false],
  [[{ ...button, style: 'loud' }], false],
  [[{ ...button, handler: 'nobody' }], false],
  [[{ ...button, action: '' }], false],
])('A65 buttons have limits (%#)', (actions, fits) => {
  expect(refuses(suggestActionsTool(), { actions }) === '').toBe(fits);
});

test('A65 of the server only what it can do is offered', () => {
  const tool = suggestActionsTool([defineAction({ name: 'apply', run: async () => 'ok' })]);
  const offer = (handler: string, action: string) =>
    refuses(tool, { actions: [{ label: 'a', handler, action }] });
  expect(tool.description).toContain('Actions of the server: apply.');
  expect(offer('server', 'apply')).toBe('');
  expect(offer('client', 'anything')).toBe('');
  expect(offer('server', 'aply')).toContain('The server has no such action. Actions of the server: apply.');
});

test('A66 the checked input of a payload tool is a payload', async () => {
  const tool = payloadTool({
    name: 'propose_schema',
    description: 'Proposes a schema.',
    type: 'table_proposal',
    input: z.object({ tables: z.array(z.string()), version: z.number().default(1) }),
  });
  expect(tool).toMatchObject({ effect: 'read', approval: 'allow' });
  expect(refuses(tool, { tables: [1] })).toContain('tables');
  const { custom_payload } = await tool.run({ tables: ['a'] }, ctx);
  expect(custom_payload).toEqual({
    type: 'table_proposal',
    data: { tables: ['a'], version: 1 },
  } satisfies CustomPayload);
});

test('A66 the schema of a payload tool fits the declared type', () => {
  const rest = { name: 'a', description: '' };
  payloadTool({ ...rest, type: 'forecast', input: z.object({ days: z.number() }) });
  payloadTool({ ...rest, type: 'undeclared', input: z.object({ anything: z.string() }) });
  // @ts-expect-error days is a number
  payloadTool({ ...rest, type: 'forecast', input: z.object({ days: z.string() }) });
  // @ts-expect-error a history is no object
  payloadTool({ ...rest, type: 'tool_history', input: z.object({}) });
});
