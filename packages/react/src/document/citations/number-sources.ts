import type { CitedSource } from './cited-source.ts';
import type { TextCitation } from './join-text-blocks.ts';

/** The sources of an answer, each once, in the order in which they are first cited: the first one has the number 1. Pure. */
export function numberSources(texts: readonly (readonly TextCitation[])[]): readonly CitedSource[] {
  const sources = new Map<string, CitedSource>();
  for (const source of texts.flat().flatMap(({ sources }) => sources))
    if (!sources.has(source.key)) sources.set(source.key, source);
  return [...sources.values()];
}
