import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { checkValue } from './check-value.ts';
import { draftOf, readDraft } from './draft.ts';
import { readEdit, startEdit, switched, withDraft, withJson } from './edit-state.ts';
import { extraFields } from './extra-fields.ts';
import { fieldsOf } from './fields-of.ts';
import { labelOf } from './label-of.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    channel: { type: 'string', title: 'Channel name', minLength: 2 },
    text: { type: 'string', description: 'What to post' },
    count: { type: 'integer', minimum: 1, maximum: 5 },
    loud: { type: 'boolean' },
    meal: { enum: ['fish', 'beans'] },
    when: { type: 'string', format: 'date-time' },
    to: { type: 'array', items: { type: 'string', format: 'email' } },
    from: { type: 'string', format: 'email' },
    tags: { type: 'array', items: { type: 'string' } },
    days: { type: 'array', items: { enum: ['Mon', 'Tue'] } },
    options: { type: 'object', properties: { deep: { type: 'number' } }, required: ['deep'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['channel', 'text'],
};
const INPUT = { channel: '#growth', text: 'Hello', extra: [{ a: 1 }] };
const kinds = (schema: unknown, input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(fieldsOf(schema, input).map(({ key, kind }) => [key, kind]));

test('U55 a schema gives a field of the right kind for each argument, and none is left out', () => {
  expect(kinds(SCHEMA, INPUT)).toEqual({
    channel: 'text',
    text: 'text',
    count: 'number',
    loud: 'boolean',
    meal: 'choice',
    when: 'datetime',
    to: 'emails',
    from: 'email',
    tags: 'list',
    days: 'choices',
    options: 'json',
    note: 'text',
    extra: 'json',
  });
  expect(kinds(undefined, { a: 'x', b: 2, c: true, d: { e: 1 }, f: 'two\nlines', g: null })).toEqual({
    ...{ a: 'text', b: 'number', c: 'boolean', d: 'json', f: 'long', g: 'json' },
  });
  // A value that a field could not show as it is becomes JSON.
  expect(
    kinds(SCHEMA, { channel: 7, text: 'a\u200bb', meal: 'meat', tags: ['a\nb'], when: 'soon' }),
  ).toMatchObject({
    ...{ channel: 'json', text: 'json', meal: 'json', tags: 'json', when: 'json' },
  });
  const titled = { properties: { size: { oneOf: [{ const: 1, title: 'Small' }] } } };
  expect(fieldsOf(titled, {})[0]).toMatchObject({ kind: 'choice', choices: [{ value: 1, label: 'Small' }] });
});

test('U330 a field is called by its title, or by its key in words', () => {
  expect(labelOf('x', { title: 'Channel name' })).toBe('Channel name');
  expect(labelOf('start_line', undefined)).toBe('Start line');
  expect(labelOf('targetFile', {})).toBe('Target file');
  expect(labelOf('baseURL', {})).toBe('Base URL');
  expect(labelOf('__', {})).toBe('__');
});

test('U331 what nobody touched is what was asked for, whatever it is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (input, known) => {
      const edit = startEdit(input, known ? SCHEMA : undefined);
      const { value, changes } = readEdit(englishWords, edit);
      expect(value).toEqual(input);
      expect(changes).toBe(0);
      expect(readEdit(englishWords, switched(edit)).value).toEqual(JSON.parse(JSON.stringify(input)));
    }),
  );
});

test('U331 a draft and its value are one', () => {
  const value = {
    ...INPUT,
    count: 3,
    loud: true,
    meal: 'beans',
    to: ['a@b.de'],
    tags: ['x', 'y'],
    days: ['Tue'],
  };
  for (const field of fieldsOf(SCHEMA, value)) {
    const own = Object.entries(value).find(([key]) => key === field.key)?.[1];
    // Another value before, so that the draft is really read.
    expect(readDraft(field, draftOf(field, own), own === undefined ? undefined : null)).toEqual(own);
  }
});

test('U331 each change counts, and what is taken out of an optional field is gone', () => {
  const edit = withDraft(
    withDraft(startEdit({ ...INPUT, count: 2 }, SCHEMA), 'channel', '#sales'),
    'count',
    '',
  );
  expect(readEdit(englishWords, edit)).toMatchObject({
    changes: 2,
    value: { channel: '#sales', text: 'Hello' },
  });
  expect(readEdit(englishWords, edit).value).not.toHaveProperty('count');
  const mail = withDraft(startEdit(INPUT, SCHEMA), 'to', ['a@b.de', 'c@d.de']);
  expect(readEdit(englishWords, mail).value).toMatchObject({ to: ['a@b.de', 'c@d.de'] });
  const time = withDraft(startEdit(INPUT, SCHEMA), 'when', '2026-11-16T10:00');
  expect(readEdit(englishWords, time).value?.['when']).toBe(
    new Date('2026-11-16T10:00').toISOString().replace('.000Z', 'Z'),
  );
});

test('U332 what nobody needs to fill in is folded, unless there is nothing else', () => {
  const keys = (input: Record<string, unknown>): string[] =>
    extraFields(fieldsOf(SCHEMA, input)).map(({ key }) => key);
  expect(keys(INPUT)).toContain('count');
  expect(keys(INPUT)).not.toContain('channel');
  expect(extraFields(fieldsOf({ ...SCHEMA, required: [] }, {}))).toEqual([]);
});

test('U333 the way to JSON and back loses nothing that was typed', () => {
  const edit = withDraft(withDraft(startEdit(INPUT, SCHEMA), 'count', 'many'), 'channel', '#sales');
  const json = switched(edit);
  expect(JSON.parse(json.json?.text ?? '')).toMatchObject({ channel: '#sales', count: 'many' });
  expect(switched(json)).toEqual(edit);
  const changed = switched(withJson(json, '{"channel": "#ops", "text": "x", "more": 1}'));
  expect(readEdit(englishWords, changed).value).toEqual({ channel: '#ops', text: 'x', more: 1 });
  expect(changed.fields.map(({ key }) => key)).toContain('more');
  const broken = withJson(json, '{"channel": ');
  expect(switched(broken)).toBe(broken);
});

test('U56 what is wrong is said beside its field: required, type, choice, bounds, format', () => {
  const edit = (key: string, draft: string | readonly string[]): string | undefined =>
    readEdit(englishWords, withDraft(startEdit(INPUT, SCHEMA), key, draft)).problems.get(key);
  expect(edit('channel', '')).toBe('This is required.');
  expect(edit('channel', '#')).toBe('At least 2 characters.');
  expect(edit('count', 'many')).toBe('Enter a whole number.');
  expect(edit('count', '2.5')).toBe('Enter a whole number.');
  expect(edit('count', '6')).toBe('At most 5.');
  expect(edit('count', '0')).toBe('At least 1.');
  expect(edit('from', 'ann')).toBe('Enter an email address, such as ann@example.com.');
  expect(edit('to', ['ann@example.com', 'bob', ''])).toMatch(/^“bob”: Enter an email/);
  expect(edit('options', '{"deep": "x"}')).toBe('deep: Enter a number.');
  expect(edit('options', '{}')).toBe('deep: This is required.');
  expect(edit('options', '{')).toBe('This is not valid JSON yet.');
  expect(edit('count', '3')).toBeUndefined();
  expect(checkValue(englishWords, SCHEMA.properties.meal, 'meat')).toBe(
    'Choose one of these: "fish", "beans".',
  );
  const missing = readEdit(englishWords, startEdit({ channel: '#growth' }, SCHEMA)).problems;
  expect([...missing]).toEqual([['text', 'This is required.']]);
  const json = withJson(switched(startEdit(INPUT, SCHEMA)), '{"channel": "#growth", "text": 1}');
  expect(readEdit(englishWords, json).problems.get('')).toBe('text: Enter text.');
});

test('U56 any schema may be asked about any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
      expect(['string', 'undefined']).toContain(typeof checkValue(englishWords, schema, value));
    }),
  );
});
