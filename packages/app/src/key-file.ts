import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyKeeper, type ProviderCredentials, toStoreError, writePrivate } from '@millrace/server';

/** Keeps the keys that people enter in a file that only the owner of the server can read. */
export function createKeyFile(data: string): KeyKeeper {
  const file = join(data, 'provider-keys.json');
  return {
    read() {
      try {
        // Only this module writes the file.
        return JSON.parse(readFileSync(file, 'utf8')) as Record<string, ProviderCredentials>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
        const trouble = toStoreError(error, file);
        if (trouble !== error) throw trouble;
        throw new Error(`${file} could not be read. Fix it, or delete it and enter the keys again.`, {
          cause: error,
        });
      }
    },
    write(keys) {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      writePrivate(file, JSON.stringify(keys));
    },
  };
}
