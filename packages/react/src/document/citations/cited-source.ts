import type { Citation } from '@millrace/engine/message';

/** A source that a passage of an answer rests on. */
export interface CitedSource {
  /** The same for the same page, document or file. */
  readonly key: string;
  readonly title: string;
  readonly url?: string;
  /** The words of the source. */
  readonly quote?: string;
}

/** The source that a citation names, in any of the forms that providers have; undefined when it names none. Pure. */
export function citedSource(citation: Citation): CitedSource | undefined {
  const text = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = citation[name];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return undefined;
  };
  const address = text('url', 'source');
  const url = address !== undefined && /^https?:\/\//i.test(address) ? address : undefined;
  const name = text('title', 'document_title', 'filename');
  const index = citation['document_index'] ?? citation['search_result_index'];
  const id = address ?? text('file_id') ?? (typeof index === 'number' ? `document ${index}` : name);
  if (id === undefined) return undefined;
  const quote = text('cited_text');
  return {
    key: id,
    title: name ?? url ?? id,
    ...(url !== undefined && { url }),
    ...(quote !== undefined && { quote: quote.slice(0, LONGEST_QUOTE) }),
  };
}

const LONGEST_QUOTE = 600;
