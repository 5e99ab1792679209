import { type AcceptsFile, loadFiles } from '../modes/load-files.ts';
import { builtInFocuses } from './built-in-focuses.ts';
import type { Focus } from './focus.ts';
import { parseFocus } from './parse-focus.ts';

/** The focuses that could be read, and what is wrong with the others. */
export interface LoadedFocuses {
  /** The built-in ones first. */
  readonly focuses: readonly Focus[];
  /** The skipped files: one line each, with the file and the fix. */
  readonly problems: readonly string[];
}

/**
 * The built-in focuses and those of the files `*.md` in the folders. A later one replaces an earlier one with the
 * same name of a file, or with the same app and name. What can't be used is skipped and told. Never rejects.
 */
export async function loadFocuses(folders: readonly string[], accepts?: AcceptsFile): Promise<LoadedFocuses> {
  const { values, problems } = await loadFiles(folders, { what: 'focus', parse: parseFocus, accepts });
  const bySlug = new Map([...builtInFocuses, ...values].map((focus) => [focus.slug, focus]));
  const byName = new Map([...bySlug.values()].map((focus) => [`${focus.app}\n${focus.name}`, focus]));
  return { focuses: [...byName.values()], problems };
}
