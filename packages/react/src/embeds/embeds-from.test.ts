import { groupEmbeds, parseMessage } from '@millrace/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embedsFrom } from './embeds-from.ts';

const PIECES = [
  '```ts\na\n```',
  '```py\nb\n```',
  '| a |\n|---|\n| 1 |',
  'Words.',
  'https://a.test/',
  '# Head',
];

test('D70 embeds stand in the groups that the engine tells', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES)), (pieces) => {
      const { doc } = parseMessage(pieces.join('\n\n'), { mode: 'read', messageId: 'm' });
      const groups = doc.content
        .map((_, place) => embedsFrom(doc.content, place))
        .filter(({ length }) => length > 0);
      expect(groups).toEqual(groupEmbeds(doc).map((group) => group.embeds));
    }),
  );
});
