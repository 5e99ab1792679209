import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { referenceText } from '../../../../../fixtures/reference-texts.ts';
import { createMessageParser, parseMessage } from './message-parser.ts';

const OPTIONS = { mode: 'read', messageId: 'm' } as const;
/** How often a law is tried; more for a long run. */
const RUNS = runs(250);

function stream(text: string, length: number) {
  const parser = createMessageParser(OPTIONS);
  for (let at = 0; at < text.length; at += length) parser.append(text.slice(at, at + length));
  return parser.end();
}

test.each(['- [foo]\n- b\n\n  [foo]: /u\n- c\n', '> [^1]\n>\n> [^1]: n\n> x\n', '[][a]\n\nb\n\n[a]: /u\n'])(
  'D122 a label that is defined in the block which mentions it changes the document: %j',
  (text) => {
    const whole = parseMessage(text, OPTIONS);
    for (let length = 1; length <= text.length; length++) expect(stream(text, length)).toEqual(whole);
  },
);

const text = fc.oneof(
  referenceText,
  fc
    .array(
      fc.oneof(
        referenceText,
        fc.constantFrom('http://a.example\n', '```js\nx\n```\n', '<!-- title: "T" -->\n', '- [ ] a\n', '\n'),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
);

test('D122 a message is the same document however it is cut', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, length) => {
      expect(stream(whole, length)).toEqual(parseMessage(whole, OPTIONS));
    }),
    { numRuns: RUNS },
  );
});
