import type { ServerStore, Store } from './store.ts';
import { StoreError } from './store-error.ts';

/** A store whose trouble is reported once when it begins and once when it is over. */
export interface WatchedStore {
  /** The same store; every verb that fails is noticed. */
  readonly store: ServerStore;
  /** The current problem. Asks the store when there was one the last time. */
  check(): Promise<StoreError | undefined>;
  close(): void;
}

export interface WatchOptions {
  readonly tell?: (line: string) => void;
  /** How often a store in trouble is asked whether it works again. */
  readonly probeMs?: number;
}

const PROBE_MS = 1000;

/** Watches a store. Trouble is over when something durable can be written again; damage stays until the server restarts. */
export function watchStore(watched: ServerStore, options: WatchOptions = {}): WatchedStore {
  const { tell = console.error, probeMs = PROBE_MS } = options;
  let trouble: StoreError | undefined;
  let probing: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function note(error: unknown): void {
    if (!(error instanceof StoreError) || error.code === trouble?.code || closed) return;
    // Damage explains any other failure.
    if (trouble?.code === 'store_corrupt') return;
    trouble = error;
    tell(error.message);
    probeLater();
  }

  function probeLater(): void {
    clearTimeout(timer);
    if (closed || trouble === undefined || trouble.code === 'store_corrupt') return;
    timer = setTimeout(() => void probe().then(probeLater), probeMs);
    timer.unref();
  }

  /** Never rejects. */
  function probe(): Promise<void> {
    probing ??= watched
      .check()
      .then(over, note)
      .finally(() => {
        probing = undefined;
      });
    return probing;
  }

  function over(): void {
    if (trouble === undefined || trouble.code === 'store_corrupt' || closed) return;
    trouble = undefined;
    tell('The store works again.');
  }

  const noticed = <S extends object>(given: S): S =>
    new Proxy(given, {
      get(target, name) {
        const verb: unknown = Reflect.get(target, name);
        if (typeof verb !== 'function') return verb;
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(verb, target, args);
          if (result instanceof Promise) result.catch(note);
          return result;
        };
      },
    });
  const stores = new Map<string, Store>();

  return {
    store: {
      ...noticed({ ...watched }),
      of(account) {
        const store = stores.get(account) ?? noticed(watched.of(account));
        stores.set(account, store);
        return store;
      },
    },
    async check() {
      if (trouble !== undefined && trouble.code !== 'store_corrupt') await probe();
      return trouble;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
