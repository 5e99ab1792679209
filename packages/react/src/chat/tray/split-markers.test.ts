import { type ToolHistoryEntry, toolMarker } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMarkers, withoutHalfMarker } from './split-markers.ts';

const entry = (name: string): ToolHistoryEntry => ({
  tool_name: name,
  input: {},
  output: '',
  tool_use_id: name,
});
const HISTORY = [entry('a'), entry('b')];
const drawn = (text: string): string[] =>
  splitMarkers(text, HISTORY).map((piece) =>
    piece.type === 'text' ? piece.text : `<${piece.entry.tool_name}>`,
  );

test('C23 a card stands at each marker that has an entry; any other marker is text', () => {
  expect(drawn('One\n\n[[tool:0]]\n\nTwo [[tool:1]]')).toEqual(['One\n\n', '<a>', '\n\nTwo ', '<b>', '']);
  for (const text of [
    '[[tool:2]]',
    '[[tool:x]]',
    '[[tool:01]]',
    '[\\[tool:0]]',
    '[[tool:-1]]',
    '[[tool:0]',
    '[[tool:4294967296]]',
  ])
    expect(drawn(text)).toEqual([text]);
  expect(drawn('[[tool:0]] and [[tool:0]]')).toEqual(['', '<a>', ' and [[tool:0]]']);
});

test('C23 the pieces with their markers are the text, and what the server escaped is never a card', () => {
  const words = fc.array(fc.constantFrom('[', ']', '[[', 'tool:', '0', '1', ']]', '[[tool:0]]', ' ', '\\'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join('');
      const again = splitMarkers(text, HISTORY)
        .map((piece) => (piece.type === 'text' ? piece.text : toolMarker(piece.index)))
        .join('');
      expect(again).toBe(text);
      // As `toChatEvents` escapes what a model wrote itself.
      const safe = text.replace(/\[\[tool:/g, '[\\[tool:');
      expect(splitMarkers(safe, HISTORY)).toHaveLength(1);
    }),
  );
});

test('C23 half a marker is not shown while the text grows', () => {
  const marker = 'Text [[tool:12]]';
  for (let end = 6; end < marker.length; end++) expect(withoutHalfMarker(marker.slice(0, end))).toBe('Text ');
  for (const whole of [marker, 'a[b', 'a [[x', '']) expect(withoutHalfMarker(whole)).toBe(whole);
});
