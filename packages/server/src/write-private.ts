import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file whole or not at all, for nobody but us. Several servers may share a folder, so each writes a draft of its own. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
