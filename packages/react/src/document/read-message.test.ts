import { parseMessage } from '@millrace/engine';
import { expect, test } from 'vitest';
import { type Reading, readMessage } from './read-message.ts';

const TEXT = '# Title\n\nSome **bold** text.\n\n```js\nlet a;\n```\n';
const whole = (text: string) => parseMessage(text, { mode: 'read', messageId: 'm' });

/** Reads the texts one after the other, as a view that is drawn again does. */
function read(...steps: readonly (readonly [text: string, running: boolean])[]): Reading {
  let reading: Reading | undefined;
  for (const [text, running] of steps) reading = readMessage(reading, text, 'm', running);
  if (reading === undefined) throw new Error('There is nothing to read.');
  return reading;
}

test('U11 a text that grows is read on, and finished blocks keep their nodes', () => {
  const half = read([TEXT.slice(0, 30), true]);
  const first = half.parsed.doc.content[0];
  const full = readMessage(half, TEXT, 'm', false);
  expect(full.parsed).toEqual(whole(TEXT));
  expect(full.parsed.doc.content[0]).toBe(first);
});

test('U11 drawing the same text twice changes nothing', () => {
  const once = read([TEXT, false]);
  const { parsed } = once;
  expect(readMessage(once, TEXT, 'm', false).parsed).toBe(parsed);
});

test('U11 a text that was taken for whole may go on, or turn out to be another', () => {
  expect(read(['Half', false], ['Half and more', false]).parsed).toEqual(whole('Half and more'));
  expect(read(['Half', false], ['Half and more', true], ['Half and more.', false]).parsed).toEqual(
    whole('Half and more.'),
  );
  expect(read(['A long text', true], ['Short', false]).parsed).toEqual(whole('Short'));
  expect(read(['One.\n\nTwo', true], ['One.Two and more', false]).parsed).toEqual(whole('One.Two and more'));
  const other = readMessage(read(['Same', true]), 'Other', 'n', false);
  expect(other.parsed.doc).toEqual(whole('Other').doc);
});
