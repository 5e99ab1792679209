import type { ParsedMessage } from '@millrace/engine/document';
import { useRef } from 'react';
import { type Reading, readMessage } from './read-message.ts';

/** A document that was parsed already. */
export interface ParsedDocument {
  readonly doc: ParsedMessage['doc'];
  readonly contents: ParsedMessage['contents'];
}

interface ShownDocument extends ParsedDocument {
  /** True when there may be footnotes. */
  readonly hasNotes: boolean;
}

/** A text that may grow. */
export interface DocumentText {
  readonly text: string;
  readonly messageId: string;
  /** True when more text may come; it is whole unless given. */
  readonly running?: boolean | undefined;
}

/** The document of a text that grows, or the given one. Finished blocks keep their nodes, and rendering twice changes nothing. */
export function useDocument(source: ParsedDocument | DocumentText): ShownDocument {
  const reading = useRef<Reading>(undefined);
  if ('doc' in source) return { ...source, hasNotes: true };
  reading.current = readMessage(reading.current, source.text, source.messageId, source.running ?? false);
  const { parsed, hasNotes } = reading.current;
  return { doc: parsed.doc, contents: parsed.contents, hasNotes };
}
