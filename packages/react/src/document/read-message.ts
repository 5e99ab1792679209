import { createMessageParser } from '@millrace/engine';
import type { MessageParser, ParsedMessage } from '@millrace/engine/document';
import { detachText } from '../embeds/detach-text.ts';

const TAIL = 64;

/** A text that has been read so far. */
export interface Reading {
  readonly parser: MessageParser;
  readonly messageId: string;
  readonly proven: boolean;
  length: number;
  /** The last text that was read. */
  tail: string;
  ended: boolean;
  /** True when there may be footnotes. */
  hasNotes: boolean;
  parsed: ParsedMessage;
}

/**
 * Reads on to the given text and returns the reading to continue with. Each piece is read once; reading the same text again
 * changes nothing. A text that is not the continuation of the last one is read from its beginning.
 */
export function readMessage(
  last: Reading | undefined,
  text: string,
  messageId: string,
  running: boolean,
  proven = false,
): Reading {
  const isSame = last?.messageId === messageId && last.proven === proven;
  const reading = isSame && goesOn(last, text, running) ? last : begin(messageId, proven);
  if (text.length > reading.length) {
    const more = detachText(text.slice(reading.length));
    reading.parsed = reading.parser.append(more);
    const end = reading.tail + more;
    reading.hasNotes ||= end.includes('[^');
    reading.length = text.length;
    reading.tail = detachText(end.slice(-TAIL));
  }
  if (!running && !reading.ended) {
    reading.parsed = reading.parser.end();
    reading.ended = true;
  }
  return reading;
}

function goesOn(last: Reading, text: string, running: boolean): boolean {
  if (text.length < last.length) return false;
  // Text that was put in or taken out before it has moved the end.
  if (!text.startsWith(last.tail, last.length - last.tail.length)) return false;
  // A text that was taken for whole may have gone on after all.
  return !last.ended || (!running && text.length === last.length);
}

function begin(messageId: string, proven: boolean): Reading {
  const parser = createMessageParser({ mode: 'read', messageId, proven });
  const parsed = parser.append('');
  return { parser, messageId, proven, length: 0, tail: '', ended: false, hasNotes: false, parsed };
}
