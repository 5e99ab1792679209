import { keyIdOf } from '@millrace/engine/vault';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { generateDeviceKey, type NamedPair } from './keys.ts';

/** Keeps the pairs of this browser, one for each account that it has been signed in to. */
export interface KeyStore {
  /** The pair for an account. Made here the first time; nobody can read its private half. Tabs that ask at once get the same one. */
  deviceKey(account: string): Promise<NamedPair>;
  /** Forgets the pair for an account: what was sealed to it can't be opened here any more. */
  forget(account: string): Promise<void>;
  close(): void;
}

interface Keys extends DBSchema {
  readonly pairs: {
    readonly key: string;
    readonly value: {
      readonly account: string;
      readonly privateKey: CryptoKey;
      readonly publicKey: Uint8Array<ArrayBuffer>;
    };
  };
}

const NAME = 'millrace-vault';
const VERSION = 1;

/** Opens the keys of this browser in IndexedDB. Rejects where the browser keeps nothing. */
export async function openKeyStore(name: string = NAME): Promise<KeyStore> {
  const db: IDBPDatabase<Keys> = await openDB<Keys>(name, VERSION, {
    upgrade: (fresh) => void fresh.createObjectStore('pairs', { keyPath: 'account' }),
    // A newer page in another tab wants to change the store: it must not wait for this one.
    blocking: () => db.close(),
  });
  return {
    async deviceKey(account) {
      const kept = await db.get('pairs', account);
      if (kept !== undefined) return named(kept);
      // Made before the transaction, which would end while the platform works on something else.
      const made = await generateDeviceKey();
      const { privateKey, publicKey } = made;
      const tx = db.transaction('pairs', 'readwrite', { durability: 'strict' });
      const other = await tx.store.get(account);
      if (other === undefined) await tx.store.add({ account, privateKey, publicKey });
      await tx.done;
      return other === undefined ? made : named(other);
    },
    forget: (account) => db.delete('pairs', account),
    close: () => db.close(),
  };
}

function named({ privateKey, publicKey }: Keys['pairs']['value']): NamedPair {
  return { privateKey, publicKey, keyId: keyIdOf(publicKey) };
}
