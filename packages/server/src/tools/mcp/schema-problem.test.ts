import { expect, test } from 'vitest';
import { schemaProblem } from './schema-problem.ts';

test('A199 a schema is judged without what may take for ever', () => {
  const check = schemaProblem({
    type: 'object',
    properties: {
      // The names of arguments are no keywords.
      pattern: { type: 'string', pattern: '^(a+)+$', maxLength: 100 },
      list: { type: 'array', uniqueItems: true, items: { type: 'integer' } },
    },
    required: ['pattern'],
    additionalProperties: false,
  });
  // With the pattern it would take longer than anybody lives.
  expect(check({ pattern: `${'a'.repeat(60)}b` })).toBeUndefined();
  expect(check({ pattern: 'a'.repeat(101) })).toMatch(/100/);
  expect(check({ pattern: 5 })).toMatch(/string/);
  expect(check({ pattern: 'a', list: [1, 1] })).toBeUndefined();
  expect(check({ pattern: 'a', list: ['x'] })).toMatch(/integer/);
  expect(check({ pattern: 'a', other: 1 })).toMatch(/additional/);
  expect(check({})).toMatch(/required/);
});

test('A199 keys that only a pattern allows are let through', () => {
  const check = schemaProblem({
    type: 'object',
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: false,
  });
  expect(check({ 'x-a': 'b', other: 1 })).toBeUndefined();
});
