import type { FileKeeper, KeptFile } from '@millrace/react';

const STORE = 'files';

/** Keeps the files of drafts in this browser, by the name of the draft at that moment. What can't be kept is told, and never thrown. */
export function keepFiles(nameNow: () => string): FileKeeper {
  return {
    async read() {
      try {
        const asked = (await open()).transaction(STORE).objectStore(STORE).get(nameNow());
        await done(asked.transaction);
        // The rows are what write has put there.
        return Array.isArray(asked.result) ? (asked.result as readonly KeptFile[]) : [];
      } catch {
        return [];
      }
    },
    async write(files) {
      const name = nameNow();
      try {
        const change = (await open()).transaction(STORE, 'readwrite', { durability: 'relaxed' });
        if (files.length === 0) change.objectStore(STORE).delete(name);
        else change.objectStore(STORE).put(files, name);
        await done(change);
        return true;
      } catch {
        return files.length === 0;
      }
    },
  };
}

/** Forgets the files of one draft, or of all. Never throws. */
export async function forgetFiles(name?: string): Promise<void> {
  try {
    const change = (await open()).transaction(STORE, 'readwrite');
    if (name === undefined) change.objectStore(STORE).clear();
    else change.objectStore(STORE).delete(name);
    await done(change);
  } catch {
    // The browser keeps nothing, so there is nothing to forget.
  }
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('millrace-files', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onerror = () => {
      opened = undefined;
      reject(asked.error);
    };
    asked.onsuccess = () => {
      // A browser may close it, as when its data is deleted.
      asked.result.onclose = () => {
        opened = undefined;
      };
      resolve(asked.result);
    };
  });
  return opened;
}

function done(change: IDBTransaction | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (change === null) return resolve();
    change.oncomplete = () => resolve();
    change.onerror = () => reject(change.error);
    change.onabort = () => reject(change.error);
  });
}
