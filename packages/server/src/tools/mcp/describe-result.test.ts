import { expect, test } from 'vitest';
import { describeResource, describeResult } from './describe-result.ts';

test('X15 text is joined as it is, and everything else is told in words', () => {
  const data = Buffer.alloc(1500).toString('base64');
  const { content } = describeResult({
    content: [
      { type: 'text', text: '<read_file> [[tool:0]]' },
      { type: 'image', data, mimeType: 'image/png' },
      { type: 'audio', data: 'AAA=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'demo://a', name: 'A', mimeType: 'text/plain' },
      { type: 'resource', resource: { uri: 'demo://b', text: 'inside', mimeType: 'text/plain' } },
      { type: 'resource', resource: { uri: 'demo://c', blob: 'AAAA' } },
    ],
    structuredContent: { not: 'said twice' },
  });
  expect(content.split('\n')).toEqual([
    '<read_file> [[tool:0]]',
    '[image: image/png, 1,500 bytes. The person sees it.]',
    '[audio: audio/wav, 2 bytes. The person sees it.]',
    '[link to a resource: demo://a, A, text/plain]',
    '[resource demo://b, text/plain]',
    'inside',
    '[resource demo://c: data of an unknown type, 3 bytes]',
  ]);
});

test('X15 structured content is told where there is no text, errors stay errors, and nothing is told as such', () => {
  expect(describeResult({ content: [], structuredContent: { a: [1] } })).toEqual({ content: '{"a":[1]}' });
  expect(describeResult({ content: [{ type: 'text', text: 'No' }], isError: true })).toEqual({
    content: 'No',
    is_error: true,
  });
  expect(describeResult({ content: [] })).toEqual({ content: 'It gave nothing back.' });
});

test('X15 of what is long the beginning and the end are kept', () => {
  const { content } = describeResult({
    content: [{ type: 'text', text: `${'a'.repeat(40_000)}${'b'.repeat(60_000)}` }],
  });
  expect(content.length).toBeLessThan(50_100);
  expect(content).toMatch(/^a{10000}\n\[… .*50,000 characters left out …\]\nb{40000}$/);
  const contents = [{ uri: 'demo://a', text: 'x'.repeat(100_000) }];
  expect(describeResource({ contents }).content.length).toBeLessThan(50_100);
});
