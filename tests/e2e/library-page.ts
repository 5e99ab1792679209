import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../support/project-files.ts';
import { oncePerRun } from './once-per-run.ts';

/** A page of somebody else's app, built from `tests/e2e/<folder>/page.tsx`. */
export interface LibraryPage {
  /** Shows it in an empty tab, with its styles. */
  open(page: Page): Promise<void>;
  readonly script: string;
}

interface BuiltPage {
  readonly script: string;
  readonly styles: readonly string[];
}

/** Builds the page, once for all workers; it imports our packages by their names, as an app would, and React as the mode has it. */
export async function buildLibraryPage(
  folder: string,
  mode: 'production' | 'development' = 'production',
): Promise<LibraryPage> {
  const { script, styles } = await oncePerRun(`page-${folder}-${mode}`, () => buildPage(folder, mode));
  return {
    script,
    async open(page) {
      await page.setContent('<!doctype html><html lang="en"><title>Page</title><div id="root"></div></html>');
      for (const content of styles) await page.addStyleTag({ content });
      await page.addScriptTag({ content: script });
    },
  };
}

async function buildPage(folder: string, mode: 'production' | 'development'): Promise<BuiltPage> {
  const { build } = await import('vite');
  const [output] = [
    await build({
      root: join(root, 'tests/e2e', folder),
      logLevel: 'silent',
      configFile: false,
      mode,
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      build: { write: false, lib: { entry: 'page.tsx', formats: ['iife'], name: 'page' } },
    }),
  ].flat();
  if (output === undefined || !('output' in output)) throw new Error('The page could not be built.');
  const [{ code: script }, ...others] = output.output;
  const styles = others.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  return { script, styles };
}
