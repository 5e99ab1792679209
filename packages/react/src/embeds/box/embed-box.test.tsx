import { type EmbedNodeAttrs, parseMessage } from '@millrace/engine';
import type { EmbedStatus } from '@millrace/engine/document';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type EmbedComponents, EmbedsProvider } from '../embed-component.ts';
import { languageName } from '../languages.ts';
import { codeText } from './code-text.ts';
import { EmbedBox } from './embed-box.tsx';

function embed(markdown: string) {
  const { embeds, contents } = parseMessage(markdown, { mode: 'read', messageId: 'm', proven: true });
  const [attrs] = embeds;
  if (attrs === undefined) throw new Error('There is no embed.');
  return { attrs, content: contents.get(attrs.contentRef) };
}
const code = embed('```ts\nlet a;\nlet b;\n```');
const html = (attrs: EmbedNodeAttrs, content = code.content): string =>
  renderToStaticMarkup(<EmbedBox attrs={attrs} content={content} />);
const withStatus = (status: EmbedStatus): string => html({ ...code.attrs, status });

test('D75 how it ended, and how far it is, is told in words', () => {
  expect(withStatus('finished')).toContain('aria-label="Code, TypeScript · 2 lines"');
  expect(withStatus('processing')).toContain('TypeScript · writing, line 2');
  expect(withStatus('error')).toMatch(/mr-embed-error">.*<\/svg>failed</);
  expect(withStatus('cancelled')).toMatch(/mr-embed-cancelled">.*<\/svg>stopped</);
  const doc = embed('```document_html\n<!-- title: "T" -->\nHi you\n```');
  expect(html({ ...doc.attrs, status: 'processing' }, doc.content)).toContain('writing, 2 words');
  const sheet = embed('| a |\n|---|\n| 1 |');
  expect(html({ ...sheet.attrs, status: 'processing' }, sheet.content)).toContain('writing, row 2');
});

test('D384 a column of numbers is one with a sum, a gap, a dash or a currency in it too, and words make it none', () => {
  const rows = ['| a | b | c | d | e |', '|---|---|---|---|---|', '| x | 1,200 | | $5 | 2 |'];
  const sheet = embed([...rows, '| y | =SUM(B2:B2) | 4.5% | – | two |'].join('\n'));
  const cells = [
    ...html(sheet.attrs, sheet.content).matchAll(/<td dir="auto"( class="mr-number")?>([^<]*)/g),
  ];
  const numbers = cells.filter(([, isNumber]) => isNumber !== undefined).map(([, , text]) => text);
  expect(numbers).toEqual(['1,200', '', '$5', '=SUM(B2:B2)', '4.5%', '–']);
});

test('D75 a skill at work says so, and which of its requests are', () => {
  const requests = [
    { id: '1', query: 'wheels', output: [] },
    { id: '1', query: 'gates' },
  ];
  const skill = embed(`\`\`\`json\n${JSON.stringify({ app: 'Web', skill: 'Search', requests })}\n\`\`\``);
  const text = html(skill.attrs, skill.content).replace(/<[^>]*>/g, '|');
  expect(text).toContain('Web · processing…');
  expect(text).toMatch(/wheels\|+Nothing was found\.\|+gates\|+processing…/);
});

test('D75 a call without its result is at work, and is not written any more', () => {
  const call = embed('```json\n{"tool":"look_up","id":"1","input":{}}\n```');
  expect(call.attrs).toMatchObject({ type: 'tool', status: 'processing' });
  const drawn = html(call.attrs, call.content);
  expect(drawn).toContain('processing…');
  expect(drawn).not.toMatch(/writing/);
  const over = embed('```json\n{"tool":"look_up","id":"1","input":{},"output":"Rain"}\n```');
  expect(html(over.attrs, over.content)).not.toMatch(/processing|lines/);
});

test('D70 an app draws a kind its own way; a kind that nobody knows is its text', () => {
  const own = renderToStaticMarkup(
    <EmbedsProvider value={{ code: ({ attrs }) => <b>{attrs.lineCount} of mine</b> }}>
      <EmbedBox {...code} />
      <EmbedBox {...embed('| a |\n|---|\n| 1 |')} />
    </EmbedsProvider>,
  );
  expect(own).toMatch(/^<b>2 of mine<\/b><figure/);
  const unknown = html({ ...code.attrs, type: 'chart' });
  expect(unknown.replace(/<[^>]*>/g, '')).toContain('let a;\nlet b;');
});

declare module '@millrace/engine' {
  interface OwnEmbedKinds {
    chart: true;
  }
}

test('D70 a kind of the app has the component that the app gives it, and a name that nobody declared does not compile', () => {
  const chart = { ...code, attrs: { ...code.attrs, type: 'chart' } };
  const draw = (value: EmbedComponents): string =>
    renderToStaticMarkup(
      <EmbedsProvider value={value}>
        <EmbedBox {...chart} />
      </EmbedsProvider>,
    );
  expect(draw({ chart: ({ content }) => <i>{String(content)}</i> })).toBe('<i>let a;\nlet b;</i>');
  // @ts-expect-error: nobody declared it
  expect(draw({ chrat: () => <i /> })).toContain('<figure');
  expect(draw({ constructor: undefined } as object)).toContain('<figure');
});

test('D380 a map is a card with its place and a link, and nothing is loaded', () => {
  const draw = (url: string): string => {
    const { attrs, content } = embed(url);
    return html(attrs, content);
  };
  const place = draw('https://www.google.com/maps/place/Caf%C3%A9+Central/@48.21,16.36,17z');
  expect(place).toContain('aria-label="Café Central, 48.21, 16.36 · www.google.com"');
  expect(place).toMatch(
    /<a href="https:\/\/www\.google\.com\/maps\/place[^"]*" title="www\.google\.com" target="_blank"/,
  );
  const point = draw('geo:48.21,16.36');
  expect(point).toContain(
    'href="https://www.openstreetmap.org/?mlat=48.21&amp;mlon=16.36#map=16/48.21/16.36"',
  );
  expect(point).toContain('aria-label="Map, 48.21, 16.36 · www.openstreetmap.org"');
  for (const card of [place, point]) expect(card).not.toMatch(/<(img|iframe|script|link)|src=|url\(/);
});

test('D369 while it is written a code is its text without the last break, and only grows', () => {
  const writing = { ...code.attrs, status: 'processing' as const };
  expect(['a\n', 'a\n\n', 'a'].map((text) => codeText(writing, text))).toEqual(['a', 'a\n', 'a']);
  expect(codeText(code.attrs, 'a\n')).toBe('a\n');
});

test.each([
  ['ts', 'TypeScript'],
  ['PY', 'Python'],
  ['c++', 'C++'],
  ['weird', 'weird'],
  ['constructor', 'constructor'],
])('D75 %s is called %s', (language, name) => {
  expect(languageName(language)).toBe(name);
});
