import { expect, test } from 'vitest';
import { countLooks, type Patch } from '../../../../fixtures/count-looks.ts';
import { createPartialJson } from './partial-json.ts';

/**
 * Counts characters and members, by every way in which the reader looks at them. A look into a text that is longer than a
 * chunk costs all of it: V8 has to join its pieces first.
 */
const watch =
  (chunkLength: number) =>
  (patch: Patch): void => {
    const joining = (text: unknown): number => {
      const { length } = String(text);
      return length > chunkLength + 1 ? length : 0;
    };
    patch(String.prototype, 'charCodeAt', (_, text) => 1 + joining(text));
    patch(String.prototype, 'slice', (result, text) => String(result).length + joining(text));
    patch(Array.prototype, 'push', 1);
    patch(Array.prototype, 'pop', 1);
    patch(Object, 'freeze', (result) => Object.keys(Object(result)).length);
  };

const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));

// Texts that could make a reader look twice: each grows with the size that is asked for.
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'one string': (size) => `{"a":"${fill('Some words. ', size)}"}`,
  escapes: (size) => `"${fill('\\n\\"\\u00e9', size)}"`,
  'surrogate pairs': (size) => `"${fill('😀\\ud83d\\ude00\\ud83d', size)}"`,
  'one key': (size) => `{"${'a'.repeat(size)}`,
  'many keys': (size) => `{${Array.from({ length: size / 10 }, (_, i) => `"a${i}":"b"`).join()}}`,
  'one key again and again': (size) => `{${fill('"a":{},', size)}`,
  records: (size) => `[${fill('{"a":1,"b":["c",null]},', size)}`,
  'a string behind many items': (size) => `[${'1,'.repeat(size / 4)}"${'a'.repeat(size / 2)}"]`,
  'open arrays': (size) => '['.repeat(size),
  'arrays in arrays': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'open objects': (size) => fill('{"a":', size),
  'one number': (size) => '1'.repeat(size),
  'one fraction': (size) => `0.${'0'.repeat(size / 2)}${'1'.repeat(size / 2)}`,
  'white space': (size) => ' '.repeat(size),
  'text behind a problem': (size) => `]${'a'.repeat(size)}`,
};

test.each(Object.entries(TEXTS))('R236 the work grows as the text does: %s', (_, make) => {
  for (const length of [1, 8, Number.POSITIVE_INFINITY]) {
    const work = (size: number): number => {
      const text = make(size);
      const chunks: string[] = [];
      for (let at = 0; at < text.length; at += length) chunks.push(text.slice(at, at + length));
      return countLooks(watch(length), () => {
        const json = createPartialJson();
        for (const chunk of chunks) {
          json.append(chunk);
          json.isComplete([]);
        }
      });
    };
    expect(work(20_000)).toBeLessThan(4 * 20_000);
    expect(work(40_000)).toBeLessThanOrEqual(2.1 * work(20_000) + 100);
  }
});
