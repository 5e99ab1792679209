import { expect, test } from 'vitest';
import { createMemoryStore } from '../../content/memory-store.ts';
import { contentLoader } from './content-loader.ts';
import { parseMessage } from './message-parser.ts';

const MARKDOWN = 'Look:\n\n```js\nlet a;\n```\n\n| a |\n| - |\n| 1 |\n';
const OPTIONS = { mode: 'read', messageId: 'm' } as const;

test('D350 missing content is rebuilt from the text of its message', async () => {
  const store = createMemoryStore();
  const refs = parseMessage(MARKDOWN, OPTIONS).embeds.map(({ contentRef }) => contentRef);
  const contents = await Promise.all(
    refs.map((ref) => store.ensure(ref, contentLoader(MARKDOWN, OPTIONS, ref))),
  );
  expect(contents).toEqual(['let a;', { grid: [['a'], ['1']] }]);
  expect(await store.get(refs[0] ?? '')).toBe('let a;');
});

test('D350 a text that does not hold the content gives none, and nothing is kept', async () => {
  const store = createMemoryStore();
  const ref = `cid:sha256:${'0'.repeat(64)}`;
  await expect(store.ensure(ref, contentLoader(MARKDOWN, OPTIONS, ref))).rejects.toThrow('holds no content');
  expect(await store.get(ref)).toBeUndefined();
});
