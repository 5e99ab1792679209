import type { Citation } from '@millrace/engine/message';
import type { GeminiGrounding } from './gemini-chunk.ts';

/** The sources that Gemini names, each once, with the sentences of the answer that rest on it. Pure. */
export function geminiCitations(metadata: readonly GeminiGrounding[]): Citation[] {
  const sources = new Map<string, { title: string | undefined; readonly supports: Set<string> }>();
  for (const { groundingChunks, groundingSupports } of metadata) {
    const urls = (groundingChunks ?? []).map(({ web, retrievedContext, maps }) => {
      const { uri, title } = web ?? retrievedContext ?? maps ?? {};
      if (!uri) return undefined;
      const known = sources.get(uri);
      if (known === undefined) sources.set(uri, { title: title ?? undefined, supports: new Set() });
      else known.title ??= title ?? undefined;
      return uri;
    });
    for (const { segment, groundingChunkIndices } of groundingSupports ?? []) {
      for (const index of groundingChunkIndices ?? []) {
        const url = urls[index];
        if (url !== undefined && segment?.text) sources.get(url)?.supports.add(segment.text);
      }
    }
  }
  return Array.from(sources, ([url, { title, supports }]) => ({
    type: 'grounding',
    url,
    ...(title !== undefined && { title }),
    supports: [...supports],
  }));
}
