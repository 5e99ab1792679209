import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { readEdit, startEdit, switched, withDraft, withJson } from './edit-state.ts';
import { editWords, keptEdit, restoredEdit } from './keep-edit.ts';

const SCHEMA = {
  type: 'object',
  properties: { path: { type: 'string', title: 'Path' }, line: { type: 'integer' }, tags: { type: 'array' } },
  required: ['path'],
};
const INPUT = { path: 'a.ts', line: 1, more: { x: 1 } };

test('A522 an edit that was kept goes on where it was, by fields and as JSON', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({
        key: fc.constantFrom('path', 'line', 'more'),
        draft: fc.constantFrom('', 'b.ts', '7', '{"x":2}'),
      }),
      fc.constant('switch' as const),
      fc.record({ json: fc.constantFrom('{"path":"c"}', '{', '[]') }),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      let state = startEdit(INPUT, SCHEMA);
      for (const step of all)
        state =
          step === 'switch'
            ? switched(state)
            : 'json' in step
              ? withJson(state, step.json)
              : withDraft(state, step.key, step.draft);
      const again = restoredEdit(INPUT, SCHEMA, JSON.parse(JSON.stringify(keptEdit(state))));
      expect(readEdit(englishWords, again)).toEqual(readEdit(englishWords, state));
      expect(again.json).toEqual(state.json);
    }),
  );
});

test('A522 the words of an edit name the fields that it changes', () => {
  const state = withDraft(startEdit(INPUT, SCHEMA), 'path', 'b.ts');
  expect(editWords(state, readEdit(englishWords, state).value)).toBe('Path: b.ts');
  const untouched = startEdit(INPUT, SCHEMA);
  expect(editWords(untouched, readEdit(englishWords, untouched).value)).toBe('');
  const broken = withJson(switched(untouched), '{');
  expect(editWords(broken, undefined)).toBe('{');
});
