import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type KeyKeeper,
  type ProviderCredentials,
  type Sealer,
  toStoreError,
  writePrivate,
} from '@millrace/server';

/** The subject of the sealed text: it opens nowhere else. */
const ABOUT = 'provider-keys.json';

type Keys = Readonly<Record<string, ProviderCredentials>>;

/** Keeps the keys that people enter in a file that only the owner of the server can read, encrypted. */
export function createKeyFile(data: string, sealer: Sealer): KeyKeeper {
  const file = join(data, 'provider-keys.json');
  function write(keys: Keys): void {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const sealed = sealer.seal(JSON.stringify(keys), ABOUT);
    writePrivate(file, `${JSON.stringify({ key_id: sealer.keyId, sealed })}\n`);
  }
  return {
    write,
    read() {
      const found = readKeys(file, sealer);
      // A Millrace before this one did not encrypt it.
      if (found.plain) write(found.keys);
      return found.keys;
    },
  };
}

/** The same keys, for somebody who only looks: the file stays as it is. Without the key of the store only an old file can be read. */
export const readKeyFile = (data: string, sealer: Sealer | undefined): Keys =>
  readKeys(join(data, 'provider-keys.json'), sealer).keys;

function readKeys(
  file: string,
  sealer: Sealer | undefined,
): { readonly keys: Keys; readonly plain: boolean } {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isSealed(kept)) return { keys: kept as Keys, plain: true };
    if (sealer === undefined) throw new Error('There is no key to open it with.');
    // Only this module writes the file.
    return { keys: JSON.parse(sealer.open(kept.sealed, kept.key_id, ABOUT)) as Keys, plain: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { keys: {}, plain: false };
    const trouble = toStoreError(error, file);
    if (trouble !== error) throw trouble;
    throw new Error(
      `${file} could not be read, or is encrypted with another key. Fix it, or delete it and enter the keys again.`,
      { cause: error },
    );
  }
}

function isSealed(kept: unknown): kept is { readonly key_id: string; readonly sealed: string } {
  return typeof kept === 'object' && kept !== null && 'sealed' in kept && typeof kept.sealed === 'string';
}
