export interface BoundedCache<T> {
  /** The value under a name, or what `make` returns for it. Callers at the same time share one `make`. */
  get(name: string, make: () => Promise<T>): Promise<T>;
}

export interface CacheOptions<T> {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly sizeOf: (value: T) => number;
  readonly now?: () => number;
}

/** Keeps what was made for a while, the latest used the longest. What fails is not kept. */
export function createBoundedCache<T>(options: CacheOptions<T>): BoundedCache<T> {
  const { maxEntries, maxBytes, maxAgeMs, sizeOf, now = Date.now } = options;
  const kept = new Map<string, { readonly value: T; readonly size: number; readonly until: number }>();
  const making = new Map<string, Promise<T>>();
  let bytes = 0;

  function drop(name: string): void {
    bytes -= kept.get(name)?.size ?? 0;
    kept.delete(name);
  }

  function keep(name: string, value: T): void {
    const size = sizeOf(value);
    if (size > maxBytes) return;
    drop(name);
    kept.set(name, { value, size, until: now() + maxAgeMs });
    bytes += size;
    for (const [oldest] of kept) {
      if (kept.size <= maxEntries && bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  return {
    async get(name, make) {
      const found = kept.get(name);
      if (found !== undefined && found.until > now()) {
        kept.delete(name);
        kept.set(name, found);
        return found.value;
      }
      const under = making.get(name);
      if (under !== undefined) return under;
      const made = make().finally(() => making.delete(name));
      making.set(name, made);
      const value = await made;
      keep(name, value);
      return value;
    },
  };
}
