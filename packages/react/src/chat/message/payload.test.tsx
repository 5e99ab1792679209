import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type PayloadComponents, payloadUI } from '../payloads/payload-ui.ts';
import { Payload } from './payload.tsx';

declare module '@millrace/engine' {
  interface PayloadTypes {
    weather: { readonly degrees: number };
  }
}

const OWN = payloadUI({
  tool_history: ({ data }) => <p>{data.length} calls</p>,
  weather: {
    read: (data) => (typeof data === 'number' ? { degrees: data } : undefined),
    component: ({ data }) => <p>{data.degrees} degrees</p>,
  },
});

const drawn = (type: string, data: unknown, payloads?: PayloadComponents): string =>
  renderToStaticMarkup(<Payload type={type} data={data} payloads={payloads} />);

const GOOD = {
  schema_proposal: {
    summary: 'Two tables',
    tables: [
      { name: 'birds', fields: [{ name: 'id', type: 'integer', required: true, description: 'Its key' }] },
    ],
  },
  presentation_categories: {
    categories: [
      { name: 'Genes', articles: [{ title: 'CRISPR', url: 'https://example.com/a' }, { title: 'Plain' }] },
    ],
  },
  stream_suggestions: { suggestions: [{ name: 'Birds', reason: 'You read about them', query: 'birds' }] },
  tool_history: [{ tool_name: 'search_articles', input: { query: 'CRISPR' }, output: 'Found 5' }],
} as const;

test('U49 the component for a type gets its data, and every other type is JSON', () => {
  expect(drawn('tool_history', [{}, {}], OWN)).toBe('<p>2 calls</p>');
  expect(drawn('weather', 21, OWN)).toBe('<p>21 degrees</p>');
  for (const type of ['other', 'constructor', 'toString', '__proto__'])
    expect(drawn(type, { a: 1 }, OWN)).toContain(`<summary>Data: ${type}</summary>`);
});

test('C24 each built-in type has its component', () => {
  expect(drawn('schema_proposal', GOOD.schema_proposal)).toMatch(/birds.*integer.*Required.*Its key/);
  expect(drawn('presentation_categories', GOOD.presentation_categories)).toMatch(
    /Genes.*2 articles.*href="https:\/\/example.com\/a".*CRISPR.*example.com.*Plain/,
  );
  expect(drawn('stream_suggestions', GOOD.stream_suggestions)).toMatch(/Birds.*You read about them.*birds/);
  expect(drawn('tool_history', GOOD.tool_history)).toContain('search_articles');
});

test('C24 data that does not fit is JSON, and no address but one of the web is a link', () => {
  expect(drawn('weather', 'warm', OWN)).toContain('Data: weather');
  for (const type of Object.keys(GOOD)) {
    for (const data of [null, 1, 'x', {}, { tables: {}, categories: 1, suggestions: [{ name: 1 }] }, [{}]])
      expect(drawn(type, data)).toContain(`Data: ${type}`);
  }
  const bad = { categories: [{ name: 'a', articles: [{ title: 't', url: 'javascript:alert(1)' }] }] };
  expect(drawn('presentation_categories', bad)).not.toContain('href');
});

test('C24 no data whatever makes a component throw', () => {
  const type = fc.constantFrom(...Object.keys(GOOD));
  const names = fc.constantFrom(
    'tables',
    'name',
    'fields',
    'type',
    'categories',
    'articles',
    'title',
    'reason',
  );
  const data = fc.oneof(fc.anything(), fc.dictionary(names, fc.array(fc.dictionary(names, fc.anything()))));
  // A history of nothing is the only one with nothing to draw.
  const isEmpty = (name: string, given: unknown): boolean =>
    name === 'tool_history' && Array.isArray(given) && given.length === 0;
  fc.assert(fc.property(type, data, (name, given) => isEmpty(name, given) === (drawn(name, given) === '')));
});

test('C25 a type that nobody has declared, and a field that its data has not, do not compile', () => {
  // @ts-expect-error: the type is misspelt
  expect(Object.keys(payloadUI({ tool_histroy: () => null }))).toContain('tool_histroy');
  // @ts-expect-error: the field is misspelt
  expect(payloadUI({ weather: ({ data }) => <p>{data.degres}</p> })).toHaveProperty('weather');
  // @ts-expect-error: the field of a built-in type is misspelt
  expect(payloadUI({ schema_proposal: ({ data }) => <p>{data.table}</p> })).toHaveProperty('schema_proposal');
  // @ts-expect-error: what is read is not what is drawn
  expect(payloadUI({ weather: { read: () => 'warm', component: () => null } })).toHaveProperty('weather');
});
