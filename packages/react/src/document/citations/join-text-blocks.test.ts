import { expect, test } from 'vitest';
import { joinTextBlocks } from './join-text-blocks.ts';
import { numberSources } from './number-sources.ts';

const page = (url: string, more: object = {}) => ({ type: 'web_search_result_location', url, ...more });

test('D92 blocks that a provider has cut around what it cites read on; others are paragraphs', () => {
  const cited = { text: 'the sky is blue', citations: [page('https://a.example/')] };
  expect(joinTextBlocks([{ text: 'Today' }, cited, { text: '.' }]).text).toBe('Todaythe sky is blue.');
  expect(joinTextBlocks([{ text: 'One.' }, { text: 'Two.' }]).text).toBe('One.\n\nTwo.');
  expect(joinTextBlocks([{ text: 'One, ' }, { text: 'two.' }]).text).toBe('One, two.');
  expect(joinTextBlocks([]).text).toBe('');
});

test('D92 a citation stands behind its block, at its place, or behind the words that rest on it', () => {
  const block = {
    text: 'It rains.',
    citations: [page('https://a.example/', { title: 'A', cited_text: 'Rain' })],
  };
  expect(joinTextBlocks([{ text: 'Look: ', citations: [] }, block]).citations).toEqual([
    {
      offset: 15,
      sources: [{ key: 'https://a.example/', title: 'A', url: 'https://a.example/', quote: 'Rain' }],
    },
  ]);
  const at = (text: string, citation: object) =>
    joinTextBlocks([{ text, citations: [{ ...citation }] }]).citations.map(({ offset }) => offset);
  expect(at('😀 rains. More', { url: 'https://a.example/', start_index: 0, end_index: 8 })).toEqual([9]);
  expect(at('ab', { url: 'https://a.example/', end_index: 99 })).toEqual([2]);
  expect(at('Wet. Dry. End', { url: 'https://a.example/', supports: ['Wet.', 'Dry.', 'Gone'] })).toEqual([
    4, 9, 13,
  ]);
  expect(at('Wet.', { url: 'https://a.example/', supports: [] })).toEqual([]);
});

test('D92 documents and files are sources too, and what names nothing is none', () => {
  const sources = (...citations: object[]) =>
    joinTextBlocks([
      { text: 'x', citations: citations.map((citation) => ({ ...citation })) },
    ]).citations.flatMap((citation) => citation.sources);
  expect(
    sources({ type: 'char_location', document_index: 0, document_title: 'Report', cited_text: 'grass' }),
  ).toEqual([{ key: 'document 0', title: 'Report', quote: 'grass' }]);
  expect(sources({ type: 'file_citation', file_id: 'f1', filename: 'a.pdf', index: 1 })).toEqual([
    { key: 'f1', title: 'a.pdf' },
  ]);
  expect(sources({ type: 'other' }, { url: '' })).toEqual([]);
  const [evil] = sources({ url: 'javascript:alert(1)', title: 'x' });
  expect(evil).toEqual({ key: 'javascript:alert(1)', title: 'x' });
});

test('D92 numbers follow the first appearance of each source in the answer', () => {
  const cite = (text: string, ...urls: string[]) => ({
    text,
    citations: urls.map((url) => page(url, { title: `in ${text}` })),
  });
  const [b, a, c] = ['https://b.example/', 'https://a.example/', 'https://c.example/'];
  const first = joinTextBlocks([cite('x', b), cite('y', a, b)]).citations;
  const second = joinTextBlocks([cite('z', c, a)]).citations;
  expect(numberSources([first, second]).map(({ key, title }) => [key, title])).toEqual([
    [b, 'in x'],
    [a, 'in y'],
    [c, 'in z'],
  ]);
});
