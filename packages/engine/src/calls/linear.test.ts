import { expect, test } from 'vitest';
import { countLooks, type Patch } from '../../../../fixtures/count-looks.ts';
import { AssistantMessageParser } from './assistant-message-parser.ts';
import type { Dialect } from './dialects.ts';

/** Counts characters, by every way in which the parser looks at them. */
function watch(patch: Patch): void {
  patch(String.prototype, 'charCodeAt', 1);
  patch(String.prototype, 'charAt', 1);
  patch(String.prototype, 'slice', (result) => String(result).length);
  patch(String.prototype, 'startsWith', (_result, _text, [start]) => String(start).length);
  patch(String.prototype, 'indexOf', (result, text, [, from = 0]) =>
    lookedAt(text, Number(from), Number(result)),
  );
  patch(String.prototype, 'lastIndexOf', (_result, text) => String(text).length);
  patch(String.prototype, 'replaceAll', (_result, text) => String(text).length);
  patch(RegExp.prototype, 'exec', (result, _regex, [text], from) => {
    const match = result as RegExpExecArray | null;
    return lookedAt(text, from, match === null ? -1 : match.index + match[0].length);
  });
}
const lookedAt = (text: unknown, from: number, to: number): number =>
  (to < 0 ? String(text).length : to + 1) - from;

/** Reads a message in pieces of this length, and after each what is new in the last block. */
function read(text: string, length: number, dialect: Dialect): void {
  const parser = new AssistantMessageParser({ dialect, maxMessageBytes: 2 ** 30, thinking: 'block' });
  let index = -1;
  let offset = 0;
  for (let at = 0; at < text.length; at += length) {
    const last = parser.processChunk(text.substring(at, at + length)).length - 1;
    if (last !== index) offset = 0;
    index = last;
    offset += parser.getContentSince(last, offset, 'content').length;
  }
  parser.finalizeContentBlocks();
}

const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));
const write = '<write_to_file><path>a</path><content>';

// Texts that made, or could make, a reader look twice: each grows with the size that is asked for.
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  prose: (size) => fill('Some words, a `span`, a < b.\n', size),
  'one line': (size) => fill('Some words ', size),
  'white space': (size) => `a${' '.repeat(size)}b`,
  'angle brackets': (size) => '<'.repeat(size),
  'half tags': (size) => fill('<read_fil', size),
  'nested calls': (size) => fill('<read_file>', size),
  'many calls': (size) => fill('<read_file><path>a</path></read_file>\n', size),
  'many writes and a stray closing tag': (size) =>
    `${fill(`${write}x</content></write_to_file>`, size)}</content>`,
  'many stray closing tags': (size) =>
    `${write}x</content></write_to_file>${fill('</content></write_to_file>', size)}`,
  'one write': (size) => write + fill('const a = b < c;\n', size),
  'a write of closing tags': (size) => write + fill('</content>', size),
  'a write of closing tags and white space': (size) => write + fill('</content>     ', size),
  'a closing tag and white space': (size) => `${write}</content>${' '.repeat(size)}x`,
  'a write of line breaks': (size) => write + '\r\n'.repeat(size / 2),
  'a command of entities': (size) => `<execute_command><command>${fill('&amp; &am ', size)}`,
  duplicates: (size) => `<read_file>${fill('<path>a</path>', size)}`,
  'an unknown parameter': (size) => `<read_file><mood>${fill('</moo> <', size)}`,
  'unknown tags': (size) => `<read_file>${fill('<mood>a</mood>', size)}`,
  'a tag without end': (size) => `<read_file><${'a'.repeat(size)}`,
  'stray text': (size) => `<read_file>${fill('a < b </c', size)}`,
  backticks: (size) => '`'.repeat(size),
  'a backtick and a line of tags': (size) => `\`${fill('<read_file></read_file> ', size)}`,
  'lines of a backtick and a tag': (size) => fill('` <read_file></read_file> \n', size),
  'runs of every length before tags': (size) => {
    const parts: string[] = [];
    for (let i = 1, length = 0; length < size; i++) {
      const part = `${'`'.repeat(i)} <read_file></read_file> `;
      parts.push(part);
      length += part.length;
    }
    return parts.join('');
  },
  fences: (size) => fill('```\n<read_file>\n```\n', size),
  'an open fence': (size) => `\`\`\`\n${fill('  ``\n> ```\n</x>', size)}`,
  'list markers': (size) => fill('- 1. > ', size),
  comments: (size) => fill('<!-- a -->', size),
  'an open comment': (size) => fill('<!-- - -', size),
  thinking: (size) => fill('<thinking>a</thinking>b', size),
  'open thinking': (size) => `<thinking>${fill('</think', size)}`,
  wrappers: (size) => fill('<function_calls>  ', size),
  'a wrapper and white space': (size) => `<tool_call>${' '.repeat(size)}x`,
  'calls in JSON': (size) =>
    fill('<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>', size),
  'JSON escapes': (size) => `<tool_call>{"name":"read_file","arguments":{"path":"${fill('\\u0041\\n', size)}`,
  'deep JSON': (size) => `<tool_call>{"name":"read_file","arguments":{"path":${'['.repeat(size)}`,
  'JSON before its name': (size) => `<tool_call>{"arguments":{"path":"${'a'.repeat(size)}`,
  'wide characters': (size) => fill('é€😀', size),
};

// Batches make steps of a constant; a power of 1.5 would give 2.83.
test.each(Object.entries(TEXTS))('P11 the work grows as the text does: %s', (_, make) => {
  for (const dialect of ['roo', 'auto'] as const) {
    for (const length of [1, 7, Number.POSITIVE_INFINITY]) {
      const work = (size: number): number => countLooks(watch, () => read(make(size), length, dialect));
      const [small, large] = [work(4_000), work(8_000)];
      expect(small).toBeGreaterThan(0);
      expect({ dialect, length, ratio: large / small }).toMatchObject({
        ratio: expect.toSatisfy((ratio) => ratio < 2.6),
      });
    }
  }
});
