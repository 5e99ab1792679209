import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Something that takes a while to make, made by the first worker of a run that needs it, and read by the others. */
export async function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const folder = join('test-results/shared', process.env['MILLRACE_TEST_RUN'] ?? '');
  const [file, lock] = [join(folder, `${name}.json`), join(folder, `${name}.lock`)];
  mkdirSync(folder, { recursive: true });
  while (!existsSync(file)) {
    if (!take(lock)) {
      await sleep(50);
      continue;
    }
    try {
      writeFileSync(`${file}.part`, JSON.stringify(await make()));
      renameSync(`${file}.part`, file);
    } finally {
      // Others that wait may try, if it failed here.
      rmdirSync(lock);
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** A folder is made once, no matter how many try at the same time. */
function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
