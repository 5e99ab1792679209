import type { CitationPlacer } from './citation-placer.ts';
import type { CitedSource } from './cited-source.ts';
import type { TextCitation } from './join-text-blocks.ts';

/** References at one place of a text. */
export interface References {
  readonly at: number;
  readonly before: string;
  readonly cited: readonly NumberedSource[];
}

export interface NumberedSource extends CitedSource {
  readonly number: number;
}

/** The references in a block: in its own text, and in the blocks inside it by their places. */
export interface CitedBlocks {
  readonly own: readonly References[];
  readonly inside: ReadonlyMap<number, CitedBlocks>;
}

export interface CitedParts {
  readonly text: string;
  readonly citations: readonly TextCitation[];
  /** In the order of their numbers. */
  readonly sources: readonly CitedSource[];
}

interface Growing {
  readonly own: References[];
  readonly inside: Map<number, Growing>;
}

/**
 * The references of a document by its blocks. What is as it was before is the same object, so that only blocks with new
 * references are drawn again.
 */
export function citedBlocks(
  { text, citations, sources }: CitedParts,
  placer: CitationPlacer,
  last: CitedBlocks | undefined,
): CitedBlocks | undefined {
  const numbers = new Map(sources.map(({ key }, i) => [key, i + 1]));
  const root: Growing = { own: [], inside: new Map() };
  for (const { offset, sources: cited } of citations) {
    const place = placer.place(text, offset);
    if (place === undefined) continue;
    let block = root;
    for (const index of place.path) {
      const next = block.inside.get(index) ?? { own: [], inside: new Map() };
      block.inside.set(index, next);
      block = next;
    }
    const numbered = cited.flatMap((source) => {
      const number = numbers.get(source.key);
      return number === undefined ? [] : [{ ...source, number }];
    });
    block.own.push({ at: place.at, before: place.before, cited: numbered });
  }
  return root.inside.size === 0 ? undefined : share(root, last);
}

function share(next: CitedBlocks, last: CitedBlocks | undefined): CitedBlocks {
  const inside = new Map(
    Array.from(next.inside, ([index, block]) => [index, share(block, last?.inside.get(index))]),
  );
  const isSame =
    last !== undefined &&
    JSON.stringify(last.own) === JSON.stringify(next.own) &&
    last.inside.size === inside.size &&
    Array.from(inside).every(([index, block]) => last.inside.get(index) === block);
  return isSame ? last : { own: next.own, inside };
}
