import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Payload, type PayloadComponents } from './payload.tsx';

const PAYLOADS: PayloadComponents = {
  tool_history: ({ data }) => <p>{data.length} calls</p>,
};

test('U49 the component for a type gets its data, and every other type is JSON', () => {
  const drawn = (type: string, data: unknown): string =>
    renderToStaticMarkup(<Payload type={type} data={data} payloads={PAYLOADS} />);
  expect(drawn('tool_history', [{}, {}])).toBe('<p>2 calls</p>');
  for (const type of ['schema_proposal', 'constructor', 'toString', '__proto__'])
    expect(drawn(type, { a: 1 })).toContain(`<summary>Data: ${type}</summary>`);
});

test('U49 a component for a type that nobody has declared does not compile', () => {
  // @ts-expect-error: the type is misspelt
  const wrong: PayloadComponents = { tool_histroy: () => null };
  expect(Object.keys(wrong)).toHaveLength(1);
});
