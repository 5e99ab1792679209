import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSse } from './encode-sse.ts';
import { createSseDecoder, type SseEvent, type SseProblem } from './sse-decoder.ts';

/** Feeds text as UTF-8 bytes, cut before each of the given positions. */
function decode(text: string, cuts: readonly number[] = []): SseEvent[] {
  const bytes = new TextEncoder().encode(text);
  const events: SseEvent[] = [];
  const decoder = createSseDecoder({ onEvent: (event) => events.push(event) });
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    decoder.feed(bytes.subarray(start, end));
    start = end;
  }
  decoder.end();
  return events;
}

const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n\0]/g, ''));
const message = fc.record({
  id: line,
  event: line.filter((text) => text !== ''),
  data: fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
});

test('R8 what is encoded is decoded again, whatever the bytes are cut into', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (messages, cuts) => {
        expect(decode(messages.map(encodeSse).join(''), cuts)).toEqual(messages);
      },
    ),
  );
});

test('R8 CR, LF and CRLF end a line, also when a chunk ends between them', () => {
  const text = 'data: a\r\ndata: b\rdata: c\n\r\n';
  for (let cut = 0; cut <= text.length; cut++) {
    expect(decode(`${text}data: d\r\n\r\n`, [cut])).toEqual([
      { event: 'message', data: 'a\nb\nc', id: '' },
      { event: 'message', data: 'd', id: '' },
    ]);
  }
});

test('R8 a byte order mark, comments and an unfinished last event are not data', () => {
  expect(decode('\uFEFF: hello\n\ndata: a\n\ndata: cut')).toEqual([{ event: 'message', data: 'a', id: '' }]);
});

test('R8 a bad line is reported and skipped', () => {
  const problems: SseProblem[] = [];
  const events: SseEvent[] = [];
  const decoder = createSseDecoder({
    onEvent: (event) => events.push(event),
    onProblem: (problem) => problems.push(problem),
  });
  decoder.feed('nonsense: 1\ndata: a\nretry: soon\n\n');
  expect(events).toEqual([{ event: 'message', data: 'a', id: '' }]);
  expect(problems.map(({ line }) => line)).toEqual(['nonsense: 1', 'retry: soon']);
});

test('R8 an id or a name that would break the frame is refused', () => {
  expect(() => encodeSse({ id: 'a\nb', data: '' })).toThrow(TypeError);
  expect(() => encodeSse({ event: 'a\rb', data: '' })).toThrow(TypeError);
});
