import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface RepositorySize {
  /** Its size on the disk. */
  readonly bytes: number;
  /** How many objects have a file of their own. */
  readonly loose: number;
}

const BLOCK = 512;

/** The size of a repository. Files that disappear meanwhile do not count. */
export async function repositorySize(gitDir: string): Promise<RepositorySize> {
  let [bytes, loose] = [0, 0];
  async function walk(folder: string, isLoose: boolean): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    await Promise.all(
      entries.map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return walk(path, /^[0-9a-f]{2}$/.test(entry.name));
        const stats = await lstat(path).catch(() => undefined);
        if (isLoose) loose += 1;
        // Some file systems do not count blocks.
        bytes += Math.max(stats?.size ?? 0, (stats?.blocks ?? 0) * BLOCK);
      }),
    );
  }
  await walk(gitDir, false);
  return { bytes, loose };
}
