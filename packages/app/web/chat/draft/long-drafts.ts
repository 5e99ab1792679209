const STORE = 'drafts';
const RELAXED = { durability: 'relaxed' } as const;
let database: IDBDatabase | undefined;

/** Keeps a text that is too long for the small store of a browser. False when this one has no room for it either. Never throws. */
export async function keepLong(key: string, text: string): Promise<boolean> {
  try {
    // At once where the store is open: the page may be about to close.
    const change = begin('readwrite') ?? (await open()).transaction(STORE, 'readwrite', RELAXED);
    change.objectStore(STORE).put(text, key);
    change.commit();
    await done(change);
    return true;
  } catch {
    return false;
  }
}

/** The text that was kept; undefined when there is none. Rejects when the browser can't read it now. */
export async function readLong(key: string): Promise<string | undefined> {
  const asked = (begin('readonly') ?? (await open()).transaction(STORE)).objectStore(STORE).get(key);
  await done(asked.transaction);
  return typeof asked.result === 'string' ? asked.result : undefined;
}

/** Forgets a text, or all of them. Never throws. */
export async function forgetLong(key?: string): Promise<void> {
  try {
    const change = begin('readwrite') ?? (await open()).transaction(STORE, 'readwrite', RELAXED);
    if (key === undefined) change.objectStore(STORE).clear();
    else change.objectStore(STORE).delete(key);
    await done(change);
  } catch {
    // Nobody reads it without its mark.
  }
}

/** Begins at once where the store is open; undefined where it is not, or not any more. */
function begin(mode: IDBTransactionMode): IDBTransaction | undefined {
  try {
    return database?.transaction(STORE, mode, RELAXED);
  } catch {
    database = undefined;
    return undefined;
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('millrace', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      database = asked.result;
      // A browser may close it, as when its data is deleted.
      database.onclose = () => {
        database = undefined;
      };
      resolve(database);
    };
  });
}

function done(change: IDBTransaction | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (change === null) return resolve();
    change.oncomplete = () => resolve();
    change.onerror = () => reject(change.error);
    change.onabort = () => reject(change.error);
  });
}
