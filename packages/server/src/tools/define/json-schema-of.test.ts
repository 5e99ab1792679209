import { expect, test } from 'vitest';
import * as z from 'zod';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { defineAction } from './define-action.ts';
import { defineTool } from './define-tool.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import { readBySchema } from './read-by-schema.ts';
import type { StandardSchema } from './standard-schema.ts';

/** A schema by hand, as a small library might make it: cities of two letters and more. */
function citySchema(more: object = {}): StandardSchema<{ city: string }> {
  return {
    '~standard': {
      version: 1,
      vendor: 'by-hand',
      validate(value) {
        const { city } = value as { readonly city?: unknown };
        return typeof city === 'string' && city.length > 1
          ? { value: { city: city.toUpperCase() } }
          : { issues: [{ message: 'Two letters at least', path: ['city', { key: 0 }] }] };
      },
      ...more,
    },
  };
}
const definition = { name: 'weather', description: 'Tells the weather.', effect: 'read' } as const;
const run = async ({ city }: { city: string }): Promise<string> => city;
const json = { type: 'object', properties: { city: { type: 'string' } } };

test('A540 a schema of any library makes a tool, with the JSON Schema that its author gives or that it says itself', async () => {
  const given = defineTool({ ...definition, input: citySchema(), inputSchema: json, run });
  expect(given.input_schema).toEqual(json);
  expect(given.check?.({ city: 'a' })).toBe('✖ Two letters at least\n  → at city[0]');
  expect(given.check?.({ city: 'Zug' })).toBeUndefined();
  expect(await given.run({ city: 'Zug' }, toolContext())).toEqual({ content: 'ZUG' });
  const says = citySchema({ jsonSchema: { input: () => json, output: () => ({}) } });
  expect(defineTool({ ...definition, input: says, run }).input_schema).toEqual(json);
  expect(defineAction({ name: 'a', input: citySchema(), run }).check({})).toContain('city[0]');
});

test('A540 a JSON Schema that nobody can say, and a check that waits, are refused with the fix', () => {
  expect(() => defineTool({ ...definition, input: citySchema(), run })).toThrow(
    /by-hand.*inputSchema.*toStandardJsonSchema/,
  );
  const slow = citySchema({ validate: async () => ({ value: { city: 'Zug' } }) });
  expect(() => readBySchema(slow, {})).toThrow(/asynchronously/);
});

test('A540 a schema of zod that does not say its JSON Schema is read with its descriptions', () => {
  const schema = z.object({ city: z.string().describe('Where') });
  const { jsonSchema: _, ...older } = schema['~standard'] as unknown as Record<string, unknown>;
  const old = Object.create(schema, { '~standard': { value: older } }) as StandardSchema;
  expect(jsonSchemaOf(old)).toEqual(jsonSchemaOf(schema));
  expect(jsonSchemaOf(schema)).toMatchObject({
    properties: { city: { description: 'Where' } },
  });
});
