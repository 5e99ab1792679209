import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { type ActionContext, defineAction } from './define-action.ts';

const ctx: ActionContext = { chatId: 'c', commandId: 'k', signal: new AbortController().signal };

const apply = defineAction({
  name: 'apply_schema',
  input: z.object({ schema_id: z.number(), times: z.number().default(1) }),
  run: async ({ schema_id, times }, { commandId }) => `${commandId}: ${schema_id} x ${times}`,
});

test('A67 an action runs with its checked data and the key of its command', async () => {
  expect(apply.name).toBe('apply_schema');
  expect(apply.check({ schema_id: 1 })).toBeUndefined();
  expect(await apply.run({ schema_id: 1 }, ctx)).toEqual({ content: 'k: 1 x 1' });
});

test('A67 data that does not fit is told in words', () => {
  expect(apply.check({ schema_id: '1' })).toContain('schema_id');
  expect(apply.check(undefined)).toMatch(/expected object/);
});

test('A67 without a schema any data will do, and none', async () => {
  const any = defineAction({
    name: 'any',
    run: async (data) => ({ content: JSON.stringify(data) ?? 'nothing' }),
  });
  expect(any.check(undefined)).toBeUndefined();
  expect(await any.run(undefined, ctx)).toEqual({ content: 'nothing' });
  expect(await any.run([1], ctx)).toEqual({ content: '[1]' });
});

test('A67 an action that no request can name is refused at once', () => {
  for (const name of ['', 'a'.repeat(201)])
    expect(() => defineAction({ name, run: async () => '' })).toThrow(/1 to 200 characters/);
});

test('A67 the types of the schema reach the action', () => {
  defineAction({
    name: 'typed',
    input: z.object({ id: z.number() }),
    async run(data) {
      expectTypeOf(data).toEqualTypeOf<{ id: number }>();
      // @ts-expect-error a field that the schema does not have
      return String(data.di);
    },
  });
  defineAction({
    name: 'untyped',
    async run(data) {
      expectTypeOf(data).toEqualTypeOf<unknown>();
      return '';
    },
  });
  // @ts-expect-error what it gives back is a text
  const wrong = () => defineAction({ name: 'wrong', run: async () => 1 });
  expect(wrong).toBeTypeOf('function');
});
