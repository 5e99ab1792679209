import { KEY_HEADER } from '@millrace/engine/run';

/**
 * Keeps the page key: the half of a session that no cookie carries. A page keeps it in the storage of its origin, so every
 * tab of it has the key, and no other server of the host gets it.
 */
export interface KeyKeeper {
  read(): string | undefined;
  /** Undefined forgets it. */
  write(key: string | undefined): void;
}

/** The name under which a page keeps the key of its server. */
export const KEY_NAME = 'millrace:key';

/** Keeps the key of a server: in the storage of the page or, in a program without one, in memory. */
export function keyKeeper(baseUrl: string): KeyKeeper {
  const name = baseUrl === '' ? KEY_NAME : `${KEY_NAME}:${baseUrl}`;
  let held: string | undefined;
  return {
    // Asked for each time: another tab may have signed in again.
    read: () => pageStorage()?.getItem(name) ?? held,
    write(key) {
      held = key;
      try {
        if (key === undefined) pageStorage()?.removeItem(name);
        else pageStorage()?.setItem(name, key);
      } catch {
        // A storage that takes nothing: the key is good until the page is left.
      }
    },
  };
}

/** The header that lets a request of this page in, for code that sends its own. */
export function keyHeaders(): Record<string, string> {
  const key = keyKeeper('').read();
  return key === undefined ? {} : { [KEY_HEADER]: key };
}

/** A `fetch` that sends the key with every request. */
export function withKey(ask: typeof fetch, keeper: KeyKeeper): typeof fetch {
  return (address, options) => {
    const key = keeper.read();
    if (key === undefined) return ask(address, options);
    const headers = new Headers(options?.headers);
    headers.set(KEY_HEADER, key);
    return ask(address, { ...options, headers });
  };
}

/** Newer versions of Node have a storage too, which belongs to no page. */
function pageStorage(): Storage | undefined {
  if (typeof document === 'undefined') return undefined;
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
