import { type Content, frozenContent, isContentAddress, sameContent } from './content.ts';
import {
  ContentError,
  type ContentListener,
  type ContentLoader,
  type ContentStore,
  checkAddress,
} from './content-store.ts';

/** The options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** Gets the error of a listener; the others are still called. Without it, it becomes an unhandled rejection. */
  readonly onError?: (error: unknown) => void;
}

/** A content store that lives as long as its object does. Work for a change does not grow with what is kept. */
export function createMemoryStore(options: MemoryStoreOptions = {}): ContentStore {
  return new MemoryStore(options.onError ?? ((error) => Promise.reject(error)));
}

interface View {
  readonly ref: string;
  readonly content: Content | undefined;
}

class MemoryStore implements ContentStore {
  private readonly contents = new Map<string, Content>();
  /** The target of each ref that was moved: never a ref that was itself moved. */
  private readonly moved = new Map<string, string>();
  /** `moved` the other way round. */
  private readonly names = new Map<string, Set<string>>();
  private readonly listeners = new Map<string, Set<ContentListener>>();
  private readonly loads = new Map<string, Promise<Content>>();
  /** The calls still to be made. A listener that changes something itself is called after the rest have got this change. */
  private readonly news: (() => void)[] = [];
  private isTelling = false;
  private readonly onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.onError = onError;
  }

  async put(ref: string, content: Content): Promise<void> {
    checkAddress(ref, content);
    this.keep(ref, content);
  }

  async get(ref: string): Promise<Content | undefined> {
    return this.view(ref).content;
  }

  async ensure(ref: string, content: Content | ContentLoader): Promise<Content> {
    const view = this.view(ref);
    if (view.content !== undefined) return view.content;
    if (typeof content === 'function') return this.loads.get(view.ref) ?? this.load(view.ref, content);
    checkAddress(view.ref, content);
    return this.keep(view.ref, content);
  }

  async rekey(from: string, to: string): Promise<void> {
    const { ref, content } = this.view(from);
    if (content === undefined) throw new ContentError('missing', from, `There is no content under ${from}.`);
    if (ref === to || from === to) return;
    if (isContentAddress(from))
      throw new ContentError('fixed', from, 'An address names its content for ever.');
    checkAddress(to, content);
    this.change([from, to], () => {
      this.hold(to, content);
      this.contents.delete(from);
      for (const name of [from, ...(this.names.get(from) ?? [])]) this.lead(name, to);
    });
  }

  async delete(ref: string): Promise<void> {
    this.loads.delete(ref);
    this.change([ref], () => {
      this.contents.delete(ref);
      this.lead(ref, undefined);
    });
  }

  subscribe(ref: string, listener: ContentListener): () => void {
    // Each subscription is its own, also of a listener that has one.
    const own: ContentListener = (content, at) => listener(content, at);
    add(this.listeners, ref, own);
    return () => remove(this.listeners, ref, own);
  }

  private view(name: string): View {
    const ref = this.moved.get(name) ?? name;
    return { ref, content: this.contents.get(ref) };
  }

  private keep(ref: string, content: Content): Content {
    const before = this.contents.get(ref);
    if (before !== undefined && (isContentAddress(ref) || sameContent(before, content))) return before;
    const kept = frozenContent(content);
    this.change([ref], () => this.hold(ref, kept));
    return kept;
  }

  private hold(ref: string, content: Content): void {
    this.lead(ref, undefined);
    if (!isContentAddress(ref) || !this.contents.has(ref)) this.contents.set(ref, content);
  }

  private lead(from: string, to: string | undefined): void {
    const before = this.moved.get(from);
    if (before !== undefined) remove(this.names, before, from);
    this.moved.delete(from);
    if (to === undefined) return;
    this.moved.set(from, to);
    add(this.names, to, from);
  }

  private async load(ref: string, loader: ContentLoader): Promise<Content> {
    const load: Promise<Content> = Promise.resolve(loader()).then((content) => {
      checkAddress(ref, content);
      const isWanted = this.loads.get(ref) === load;
      return this.view(ref).content ?? (isWanted ? this.keep(ref, content) : frozenContent(content));
    });
    this.loads.set(ref, load);
    try {
      return await load;
    } finally {
      if (this.loads.get(ref) === load) this.loads.delete(ref);
    }
  }

  /** Makes a change at some refs and tells it to those for whom it is one. */
  private change(refs: readonly string[], make: () => void): void {
    const names = refs.flatMap((ref) => [ref, ...(this.names.get(ref) ?? [])]);
    const touched = new Map(names.map((ref) => [ref, this.view(ref)]));
    make();
    for (const [ref, before] of touched) {
      const after = this.view(ref);
      const isMoved = after.ref !== before.ref && after.content !== undefined;
      if (after.content === before.content && !isMoved) continue;
      for (const listener of this.listeners.get(ref) ?? []) this.tell(ref, listener, after);
    }
    this.drain();
  }

  private tell(name: string, listener: ContentListener, { content, ref }: View): void {
    this.news.push(() => {
      if (!this.listeners.get(name)?.has(listener)) return;
      try {
        listener(content, ref);
      } catch (error) {
        // Its own failure, if it has one, waits until all are called.
        void Promise.resolve(error).then(this.onError);
      }
    });
  }

  private drain(): void {
    if (this.isTelling) return;
    this.isTelling = true;
    for (let next = this.news.shift(); next !== undefined; next = this.news.shift()) next();
    this.isTelling = false;
  }
}

function add<T>(sets: Map<string, Set<T>>, key: string, item: T): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([item]));
  else set.add(item);
}

function remove<T>(sets: Map<string, Set<T>>, key: string, item: T): void {
  const set = sets.get(key);
  if (set?.delete(item) && set.size === 0) sets.delete(key);
}
