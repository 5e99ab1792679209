import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCall } from './read-call.ts';

const read = (value: unknown) => readCall(JSON.stringify(value));

test('G26 a skill that found pages is told by what was asked and what was found', () => {
  const output = [{ id: 'x', title: 'Mills', url: 'https://example.com/' }];
  const requests = [
    { id: '1', query: 'mills', output },
    { id: '2', url: 'https://a.test/', output: [], error: 'It is gone.' },
    { id: '3', query: 'grain' },
  ];
  expect(read({ app: 'Web', skill: 'Search', requests })).toEqual({
    type: 'skill',
    app: 'Web',
    skill: 'Search',
    answers: [
      {
        asked: 'mills',
        error: undefined,
        found: [{ id: '0', title: 'Mills', url: 'https://example.com/' }],
      },
      { asked: 'https://a.test/', error: 'It is gone.', found: [] },
      { asked: 'grain', error: undefined, found: undefined },
    ],
  });
});

test('G26 a focus and memories are told in words', () => {
  expect(read({ app: 'Jobs', focus: 'Career advice', change: 'activated' })).toEqual({
    type: 'focus',
    app: 'Jobs',
    focus: 'Career advice',
    active: true,
  });
  expect(read({ requested: [{ app: 'Code', settings_and_memories: ['a', 'b'] }] })).toEqual({
    type: 'memories',
    names: ['Code: a', 'Code: b'],
  });
});

test('G26 what a skill of another kind says stays JSON', () => {
  expect(read({ app: 'Tools', skill: 'Render', requests: [{ id: '1', output: 'done' }] })).toBeUndefined();
  expect(
    read({ app: 'Tools', skill: 'Render', requests: [{ id: '1', query: 'x', output: 'done' }] }),
  ).toBeUndefined();
});

test('G26 any JSON can be read', () => {
  const name = fc.constantFrom(
    'app',
    'skill',
    'focus',
    'requests',
    'requested',
    'id',
    'query',
    'output',
    'url',
  );
  const some = fc.dictionary(name, fc.jsonValue());
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ app: fc.string(), skill: fc.string(), requests: fc.array(some) })),
      (value) => {
        expect(() => read(value)).not.toThrow();
      },
    ),
  );
  expect(readCall('{')).toBeUndefined();
});
