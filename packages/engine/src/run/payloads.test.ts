import { expect, expectTypeOf, test } from 'vitest';
import type { CustomPayload, ToolHistoryEntry } from '../run.ts';
import { payloadOf } from './payloads.ts';

declare module './payloads.ts' {
  interface PayloadTypes {
    weather: { readonly degrees: number };
  }
}

test('A66 a payload is known by its type, also one of an app; an unknown one stays what it is', () => {
  const payload: CustomPayload = { type: 'weather', data: { degrees: 21 } };
  expect(payloadOf(payload, 'schema_proposal')).toBe(false);
  expect(payloadOf(undefined, 'weather')).toBe(false);
  if (!payloadOf(payload, 'weather')) return expect.fail('It is the weather.');
  expectTypeOf(payload.data.degrees).toEqualTypeOf<number>();
  expect(payload.data.degrees).toBe(21);
});

test('A66 the history of tools has its type, and a type that nobody declared is none', () => {
  const history: CustomPayload = { type: 'tool_history', data: [] };
  if (!payloadOf(history, 'tool_history')) return expect.fail('It is the history.');
  expectTypeOf(history.data).toEqualTypeOf<readonly ToolHistoryEntry[]>();
  // @ts-expect-error no such type
  expect(payloadOf(history, 'wether')).toBe(false);
});
