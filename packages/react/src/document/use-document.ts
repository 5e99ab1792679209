'use client';

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
  /** True for the body of a record whose proof holds: fences of stored calls are drawn as tools. Elsewhere they are code. */
  readonly proven?: boolean | undefined;
}

/** The document of a text that grows, or the given one. Finished blocks keep their nodes, and rendering twice changes nothing. */
export function useDocument(source: ParsedDocument | DocumentText): ShownDocument {
  const reading = useRef<Reading>(undefined);
  if ('doc' in source) return { ...source, hasNotes: true };
  const { text, messageId, running = false, proven = false } = source;
  reading.current = readMessage(reading.current, text, messageId, running, proven);
  const { parsed, hasNotes } = reading.current;
  return { doc: parsed.doc, contents: parsed.contents, hasNotes };
}
