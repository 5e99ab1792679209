'use client';

import { useRef } from 'react';
import type { DocumentText } from '../use-document.ts';
import { CitationPlacer } from './citation-placer.ts';
import { type CitedBlocks, citedBlocks } from './cited-blocks.ts';
import type { CitedSource } from './cited-source.ts';
import type { TextCitation } from './join-text-blocks.ts';
import { numberSources } from './number-sources.ts';

/** A text with its sources. */
export interface CitedText extends DocumentText {
  /** A number follows each passage that has a source. */
  readonly citations?: readonly TextCitation[] | undefined;
  /** The sources of the whole answer, as `numberSources` gives them, where their list is elsewhere. */
  readonly sources?: readonly CitedSource[] | undefined;
}

interface DocumentCitations {
  readonly cited: CitedBlocks | undefined;
  readonly sources: readonly CitedSource[];
}

interface Known extends DocumentCitations {
  readonly messageId: string;
  readonly mark: string;
  readonly placer: CitationPlacer;
}

const NONE: DocumentCitations = { cited: undefined, sources: [] };

/** The references of a text by its blocks. They are looked for only when there are others than before. */
export function useCitations(text: CitedText | undefined): DocumentCitations {
  const known = useRef<Known>(undefined);
  const citations = (text?.citations ?? []).filter(
    // A passage that still grows has no end yet.
    ({ offset }) => !text?.running || offset < text.text.length,
  );
  if (text === undefined || citations.length === 0) return NONE;
  const sources = text.sources ?? numberSources([citations]);
  const count = citations.reduce((sum, citation) => sum + citation.sources.length, 0);
  const mark = `${citations.length} ${citations.at(-1)?.offset} ${count} ${sources.length}`;
  const last = known.current?.messageId === text.messageId ? known.current : undefined;
  if (last?.mark === mark) return last;
  const placer = last?.placer ?? new CitationPlacer();
  const cited = citedBlocks({ text: text.text, citations, sources }, placer, last?.cited);
  known.current = { cited, sources, messageId: text.messageId, mark, placer };
  return known.current;
}
