import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { defineTool } from './define-tool.ts';
import type { ToolEffect } from './tool.ts';

const ctx = toolContext();

const input = z.object({
  channel: z.string().describe('Where to post'),
  text: z.string().min(1),
  times: z.number().int().default(1),
});

const post = defineTool({
  name: 'post',
  description: 'Posts a message.',
  input,
  effect: 'unsafe',
  approval: ({ channel }) => (channel === '#test' ? 'allow' : 'ask'),
  title: ({ channel }) => `Post to ${channel}`,
  async run({ text, times }) {
    return text.repeat(times);
  },
});

test('A3 a tool tells the model what its input looks like', () => {
  expect(post.input_schema).toMatchObject({
    type: 'object',
    properties: { channel: { type: 'string', description: 'Where to post' }, text: { minLength: 1 } },
    required: ['channel', 'text'],
  });
});

test('A3 an input that does not fit is told in words, and each field that is wrong is named', () => {
  expect(post.check?.({ channel: '#test', text: 'a' })).toBeUndefined();
  expect(post.check?.({ channel: 1, text: '' })).toMatch(/channel[\s\S]*text|text[\s\S]*channel/);
  expect(post.check?.('no object')).toMatch(/expected object/);
});

test('A3 what runs has its defaults; a plain text is a result', async () => {
  expect(await post.run({ channel: '#test', text: 'ab' }, ctx)).toEqual({ content: 'ab' });
  expect(await post.run({ channel: '#test', text: 'ab', times: 2 }, ctx)).toEqual({ content: 'abab' });
});

test('A3 approval and title see the input', () => {
  const ask = typeof post.approval === 'function' ? post.approval : () => expect.fail('It asks always.');
  expect(ask({ channel: '#test', text: 'a' })).toBe('allow');
  expect(ask({ channel: '#all', text: 'a' })).toBe('ask');
  expect(post.title?.({ channel: '#all', text: 'a' })).toBe('Post to #all');
});

test.each<[ToolEffect, 'allow' | 'ask']>([
  ['read', 'allow'],
  ['idempotent', 'ask'],
  ['unsafe', 'ask'],
])('A3 without a word on approval a tool whose effect is %s: %s', (effect, approval) => {
  const tool = defineTool({ name: 'a', description: '', input: z.object({}), effect, run: async () => '' });
  expect(tool.approval).toBe(approval);
});

test('A3 a name that no model can call is refused at once', () => {
  const make = (name: string) =>
    defineTool({ name, description: '', input: z.object({}), effect: 'read', run: async () => '' });
  for (const name of ['', 'a b', 'é', 'a'.repeat(65)]) expect(() => make(name)).toThrow(/letters, digits/);
  expect(make('a_b-C1').name).toBe('a_b-C1');
});

test('A3 the types of the schema reach the tool', () => {
  defineTool({
    name: 'typed',
    description: '',
    input,
    effect: 'read',
    async run(given) {
      expectTypeOf(given).toEqualTypeOf<{ channel: string; text: string; times: number }>();
      // @ts-expect-error a field that the schema does not have
      return String(given.chanel);
    },
  });
  // @ts-expect-error an effect that is none
  const wrong: ToolEffect = 'maybe';
  expect(wrong).toBe('maybe');
});

test('A3 a wrong field is an error of the compiler', () => {
  const good = { name: 'x', description: '', input: z.object({ path: z.string() }), effect: 'read' } as const;
  defineTool({
    ...good,
    targets: { paths: ['path'] },
    loopKey: ({ path }) => path,
    run: async ({ path }) => path,
  });
  // @ts-expect-error its input has no such field
  defineTool({ ...good, run: async ({ paht }) => paht });
  // @ts-expect-error no argument is named so
  defineTool({ ...good, targets: { paths: ['file'] }, run: async () => '' });
  // @ts-expect-error a title is a text
  defineTool({ ...good, title: ({ path }) => path.length, run: async () => '' });
  // @ts-expect-error a result is a text or an outcome
  defineTool({ ...good, run: async () => 1 });
  // @ts-expect-error there is no such effect
  defineTool({ ...good, effect: 'write', run: async () => '' });
  // @ts-expect-error there is no such trait
  defineTool({ ...good, backgroud: true, run: async () => '' });
  // @ts-expect-error the context has no such thing
  defineTool({ ...good, run: async (_, ctx) => ctx.abort });
  defineTool({
    ...good,
    async run(_, { spawn, model, workspace, progress, signal, runId, toolUseId }) {
      progress({ stage: 'a', message: 'b', progress: 0.5 });
      expectTypeOf(spawn).returns.resolves.toBeString();
      expectTypeOf(model).parameter(0).toHaveProperty('prompt');
      return [runId, toolUseId, workspace?.root, signal.aborted].join();
    },
    revert: async ({ path }, result) => `${path} ${result}`,
  });
});

test('A3 traits of a tool stay as they were given, and its inverse gets what it declared', async () => {
  const tool = defineTool({
    name: 'x',
    description: '',
    input: z.object({ n: z.number().default(2) }),
    effect: 'idempotent',
    background: true,
    inlineBudgetMs: 7,
    together: true,
    ends: true,
    loopKey: ({ n }) => `k${n}`,
    run: async ({ n }) => String(n),
    undo: z.object({ id: z.number() }),
    revert: async ({ n }, { id }) => `${n} ${id + 1}`,
  });
  expect(tool).toMatchObject({
    background: true,
    inlineBudgetMs: 7,
    together: true,
    ends: true,
    approval: 'ask',
  });
  expect(tool.loopKey?.({})).toBe('k2');
  expect(await tool.revert?.({}, { id: 1 }, ctx)).toEqual({ content: '2 2' });
  await expect(tool.revert?.({}, { id: 'x' }, ctx)).rejects.toThrow(/expected number/);
});
