import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { talker } from '../../fixtures/talker.ts';
import { openSqliteStore } from '../../fixtures/whole-store.ts';
import { createServer } from '../../packages/server/src/http/create-server.ts';
import { createSealer } from '../../packages/server/src/store/seal/sealer.ts';
import { root } from '../support/project-files.ts';
import { oncePerRun } from './once-per-run.ts';

/** A page of the tests, served as our own page is: by the server itself, with its policy. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds `tests/e2e/<folder>/index.html` with the settings of the app, once for all workers, and serves it. */
export async function servePage(folder: string): Promise<ServedPage> {
  const data = mkdtempSync(join(tmpdir(), 'millrace-page-'));
  const web = await oncePerRun(`served-${folder}`, () => buildPage(folder));
  const store = openSqliteStore(join(data, 'store'), { sealer: createSealer(new Uint8Array(32)) });
  const server = await createServer({ store, models: [talker(1)], port: 0, web });
  return {
    url: server.url,
    async close() {
      await server.close();
      await store.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Gives the folder that the page is in. */
async function buildPage(folder: string): Promise<string> {
  const { build } = await import('vite');
  const outDir = join(root, 'test-results/shared', process.env['MILLRACE_TEST_RUN'] ?? '', folder);
  await build({
    root: join(root, 'tests/e2e', folder),
    configFile: join(root, 'packages/app/web/vite.config.ts'),
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
