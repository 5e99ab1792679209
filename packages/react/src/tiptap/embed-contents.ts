import type { Content, ContentStore } from '@millrace/engine/document';

/** The contents of the embeds, at hand: one that was read is known without waiting. */
export interface EmbedContents {
  /** The content of a ref; undefined as long as it is not known. */
  get(ref: string): Content | undefined;
  /** Keeps the content of an embed that was edited. */
  put(ref: string, content: Content): void;
  /** Reads a content and calls back when it comes or changes. Returns the end of it. */
  follow(ref: string, changed: () => void): () => void;
}

/** The contents of a map, or of a store. */
export function embedContents(source: Map<string, Content> | ContentStore): EmbedContents {
  return source instanceof Map ? mapContents(source) : storeContents(source);
}

function mapContents(map: Map<string, Content>): EmbedContents {
  return {
    get: (ref) => map.get(ref),
    put: (ref, content) => map.set(ref, content),
    follow: () => () => {},
  };
}

function storeContents(store: ContentStore): EmbedContents {
  const known = new Map<string, Content>();
  return {
    get: (ref) => known.get(ref),
    put(ref, content) {
      known.set(ref, content);
      store.put(ref, content).catch(reportError);
    },
    follow(ref, changed) {
      let isOver = false;
      let isTold = false;
      const tell = (content: Content | undefined): void => {
        if (isOver) return;
        isTold = true;
        // A content that is gone from the store stays known here: an undo in an open document may need it.
        if (content !== undefined) known.set(ref, content);
        changed();
      };
      const leave = store.subscribe(ref, tell);
      // A change that came meanwhile is newer.
      store.get(ref).then((content) => !isTold && tell(content), reportError);
      return () => {
        isOver = true;
        leave();
      };
    },
  };
}
