import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChoiceKeeper, writePrivate } from '@millrace/server';

/** Keeps the model that was chosen for new chats in the data folder. A file that is gone or empty is no choice. */
export function createChoiceFile(data: string): ChoiceKeeper {
  const file = join(data, 'default-model');
  return {
    read() {
      try {
        return readFileSync(file, 'utf8').trim() || undefined;
      } catch {
        // Which model answers first is not worth a server that does not start.
        return undefined;
      }
    },
    write(model) {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      writePrivate(file, model);
    },
  };
}
