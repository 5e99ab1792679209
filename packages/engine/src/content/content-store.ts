import { type Content, contentRefOf, isContentAddress } from './content.ts';

/** Is told the content and the ref it has now; undefined when it is gone. */
export type ContentListener = (content: Content | undefined, ref: string) => void;

/** Rebuilds a content that is missing. Throws when it can't. */
export type ContentLoader = () => Content | Promise<Content>;

/**
 * Keeps what embeds point to. A ref is a content address (`cid:sha256:…`), which names one content forever, or a
 * temporary name (`stream:…`). It never parses: what is missing comes from a loader. `contentStoreContract` holds the
 * laws that every store keeps.
 */
export interface ContentStore {
  /** Puts the newest content of a temporary ref there, also of one that was moved. Refuses what does not match its address. */
  put(ref: string, content: Content): Promise<void>;
  /** The content; undefined when it is missing. */
  get(ref: string): Promise<Content | undefined>;
  /**
   * The content that is there, else the given one, which is kept. Callers at the same time share one load. What can't be
   * loaded, or does not match its address, rejects and leaves nothing behind; what was deleted meanwhile is not kept.
   */
  ensure(ref: string, content: Content | ContentLoader): Promise<Content>;
  /** Moves the content of a temporary ref to another ref. The old ref stays as another name for it. */
  rekey(from: string, to: string): Promise<void>;
  /** Forgets a ref. An old name goes without its content; a content goes for all its names. */
  delete(ref: string): Promise<void>;
  /**
   * Tells every later change of what the ref shows, once, in order, and before the promise of the change resolves. To
   * read without a gap, subscribe, then `get`: a change that came meanwhile is newer than its result. Returns the end of it.
   */
  subscribe(ref: string, listener: ContentListener): () => void;
}

/** `mismatch`: the content is not the one its address names. `missing`: there is nothing to move. `fixed`: an address can't be moved. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code: 'mismatch' | 'missing' | 'fixed';
  readonly ref: string;

  constructor(code: ContentError['code'], ref: string, message: string) {
    super(message);
    this.code = code;
    this.ref = ref;
  }
}

/** Throws a `ContentError` when a ref is an address, and not that of the content. For every store to call before it keeps something. */
export function checkAddress(ref: string, content: Content): void {
  if (!isContentAddress(ref)) return;
  const address = contentRefOf(content);
  if (ref === address) return;
  throw new ContentError('mismatch', ref, `The content does not belong to ${ref}. Put it under ${address}.`);
}
