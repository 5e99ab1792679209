import { createMessageParser, type MessageParser, type ParsedMessage } from '@millrace/engine';
import { useRef } from 'react';

interface Reading {
  readonly parser: MessageParser;
  readonly messageId: string;
  length: number;
  ended: boolean;
  parsed: ParsedMessage;
}

/**
 * The document of a text that only grows. Reads each piece once: rendering again with the same text changes nothing,
 * and finished blocks keep their nodes.
 */
export function useMessageDocument(text: string, messageId: string, running: boolean): ParsedMessage {
  const ref = useRef<Reading>(undefined);
  const isOther =
    ref.current?.messageId !== messageId ||
    ref.current.length > text.length ||
    (running && ref.current.ended);
  if (ref.current === undefined || isOther) ref.current = begin(messageId);
  const reading = ref.current;
  if (text.length > reading.length) {
    reading.parsed = reading.parser.append(text.slice(reading.length));
    reading.length = text.length;
  }
  if (!running && !reading.ended) {
    reading.parsed = reading.parser.end();
    reading.ended = true;
  }
  return reading.parsed;
}

function begin(messageId: string): Reading {
  const parser = createMessageParser({ mode: 'read', messageId });
  return { parser, messageId, length: 0, ended: false, parsed: parser.append('') };
}
