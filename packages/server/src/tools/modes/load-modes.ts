import { builtInModes } from './built-in-modes.ts';
import { type AcceptsFile, loadFiles } from './load-files.ts';
import type { Mode } from './mode.ts';
import { parseMode } from './parse-mode.ts';

/** The modes that could be read, and what is wrong with the others. */
export interface LoadedModes {
  /** The built-in ones first. */
  readonly modes: readonly Mode[];
  /** The skipped files: one line each, with the file and the fix. */
  readonly problems: readonly string[];
}

/**
 * The built-in modes and those of the files `*.md` in the folders. A later one replaces an earlier one with the
 * same name of a file. A folder that is not there holds none; what can't be used is skipped and told. Never rejects.
 */
export async function loadModes(folders: readonly string[], accepts?: AcceptsFile): Promise<LoadedModes> {
  const { values, problems } = await loadFiles(folders, {
    what: 'mode',
    accepts,
    parse(slug, text) {
      const parsed = parseMode(slug, text);
      return parsed.mode === undefined ? { problem: parsed.problem } : { value: parsed.mode };
    },
  });
  const modes = new Map([...builtInModes, ...values].map((mode) => [mode.slug, mode]));
  return { modes: [...modes.values()], problems };
}
