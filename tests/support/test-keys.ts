import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The key folder of the servers that tests of this process start. A key has its own file there, so they share it. */
export const testKeys = mkdtempSync(join(tmpdir(), 'millrace-test-keys-'));
process.on('exit', () => rmSync(testKeys, { recursive: true, force: true }));
