import { parseMessage } from '@millrace/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { earlierVersions } from './earlier-versions.ts';
import { embedOf, hashOf } from './embed-address.ts';

const fence = (path: string, code: string): string => `\`\`\`ts${path}\n${code}\n\`\`\``;
const shelf = (...fences: readonly string[]) => {
  const { embeds, contents } = parseMessage(fences.join('\n\n'), { mode: 'read', messageId: 'm' });
  return embeds.map((attrs) => ({ attrs, content: contents.get(attrs.contentRef) }));
};

test('U19 the versions of a file are those of its path that stand before it', () => {
  const embeds = shelf(
    fence(':a.ts', '1'),
    fence(':b.ts', 'b'),
    fence(':a.ts', '2'),
    fence('', 'c'),
    fence(':a.ts', '3'),
  );
  expect(embeds.map(({ attrs }) => earlierVersions(embeds, attrs.id))).toEqual([
    [],
    [],
    ['1'],
    [],
    ['1', '2'],
  ]);
  expect(earlierVersions(embeds, 'unknown')).toEqual([]);
});

test('U335 any embed has an address that names it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      expect(embedOf(hashOf(id))).toBe(id);
    }),
  );
  expect(hashOf('run:0:1')).toBe('#embed=run:0:1');
  expect([embedOf(''), embedOf('#embed='), embedOf('#embed=%'), embedOf('#other')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
