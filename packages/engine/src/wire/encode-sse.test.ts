import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSse } from './encode-sse.ts';
import { createSseDecoder } from './sse-decoder.ts';
import type { SseEvent } from './sse-event-reader.ts';

/** Reads text as UTF-8 bytes, cut before each of the given positions. */
function decode(text: string, cuts: readonly number[] = []): SseEvent[] {
  const bytes = new TextEncoder().encode(text);
  const events: SseEvent[] = [];
  const decoder = createSseDecoder({
    onEvent: (event) => events.push(event),
    onProblem: ({ message }) => expect.fail(message),
  });
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    decoder.feed(bytes.subarray(start, end));
    start = end;
  }
  decoder.end();
  return events;
}

const unit = fc.oneof(
  fc.constantFrom('\r', '\n', ':', ' ', '\0'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.string({ unit });
const line = text.map((value) => value.replace(/[\r\n\0]/g, ''));
const message = fc.record({ id: line, event: line, data: text }, { requiredKeys: ['data'] });

test('R240 what is encoded is decoded again, whatever the bytes are cut into', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (messages, cuts) => {
        expect(decode(messages.map(encodeSse).join(''), cuts)).toEqual(
          messages.map(({ id = '', event = '', data }) => ({
            id,
            event: event === '' ? 'message' : event,
            // A line break in data is a line of its own, and the break becomes LF.
            data: data.replace(/\r\n?/g, '\n'),
          })),
        );
      },
    ),
  );
});

test.each([
  [{ data: 'a' }, 'data: a\n\n'],
  [{ id: '7', event: 'b', data: '' }, 'id: 7\nevent: b\ndata: \n\n'],
  [{ data: ' a\r\nb\rc\nd\n' }, 'data:  a\ndata: b\ndata: c\ndata: d\ndata: \n\n'],
])('R240 %j is printed as %j', (printed, expected) => {
  expect(encodeSse(printed)).toBe(expected);
});

test.each(['a\nb', 'a\rb', 'a\0b'])(
  'R240 %j would break the frame as an id or a name and is refused',
  (value) => {
    expect(() => encodeSse({ id: value, data: '' })).toThrow(TypeError);
    expect(() => encodeSse({ event: value, data: '' })).toThrow(TypeError);
  },
);
