import type { ParsedMessage } from '@millrace/engine';
import { useRef } from 'react';
import { type Reading, readMessage } from './read-message.ts';

/** The document of a text that grows. Finished blocks keep their nodes, and rendering twice changes nothing. */
export function useMessageDocument(text: string, messageId: string, running: boolean): ParsedMessage {
  const reading = useRef<Reading>(undefined);
  reading.current = readMessage(reading.current, text, messageId, running);
  return reading.current.parsed;
}
