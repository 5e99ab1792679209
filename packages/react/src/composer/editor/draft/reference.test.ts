import { expect, test } from 'vitest';
import { readWhole } from '../paste/paste-reading.ts';
import { createReferences, type Reference } from './reference.ts';

function pasted(text: string, name = 'text/plain'): Reference {
  const { pasted: read, attrs } = readWhole({ types: { [name]: text }, files: [] }, { lines: 1 });
  if (read.type !== 'embed' || attrs === undefined) throw new Error('It is no embed.');
  return { ...read, attrs };
}

test('D467 a content that is pasted again is kept once, and each paste stands for it', () => {
  const references = createReferences();
  const tokens = [1, 2, 3].map(() => references.add(pasted('let a = 1;\nlet b = 2;')));
  expect(new Set(tokens).size).toBe(3);
  expect(new Set(tokens.map((token) => references.get(token))).size).toBe(1);
  expect(references.expand(tokens.join('\n'))).toBe(
    Array(3)
      .fill(references.get(tokens[0] ?? '')?.markdown)
      .join('\n'),
  );
});

test('D467 a content that was pasted under another name is another one', () => {
  const references = createReferences();
  const plain = pasted('let a = 1;\nlet b = 2;');
  const named = { ...plain, attrs: { ...plain.attrs, filename: 'a.ts' }, markdown: '```ts:a.ts\n…\n```' };
  const tokens = [plain, named].map((each) => references.add(each));
  expect(tokens.map((token) => references.get(token)?.markdown)).toEqual([plain.markdown, named.markdown]);
});
