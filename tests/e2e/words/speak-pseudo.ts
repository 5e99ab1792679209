import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../support/project-files.ts';
import { oncePerRun } from '../once-per-run.ts';

/** Lets a page speak the pseudo-locale from its next load on. */
export async function speakPseudo(page: Page): Promise<void> {
  const body = await oncePerRun('pseudo-german', buildCatalogue);
  await page.route('**/assets/german-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await page.addInitScript(() => localStorage.setItem('millrace.language', 'de'));
}

async function buildCatalogue(): Promise<string> {
  const { build } = await import('vite');
  const [output] = [
    await build({
      root: join(root, 'tests/e2e/words'),
      logLevel: 'silent',
      configFile: false,
      resolve: { alias: { '@millrace/react': join(root, 'packages/react/src/words/format.ts') } },
      build: { write: false, lib: { entry: 'pseudo-german.ts', formats: ['es'] } },
    }),
  ].flat();
  if (output === undefined || !('output' in output)) throw new Error('The catalogue could not be built.');
  return output.output[0].code;
}
