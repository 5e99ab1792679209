import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInModes } from './built-in-modes.ts';
import type { Mode } from './mode.ts';
import { type ParsedMode, parseMode } from './parse-mode.ts';

export interface LoadedModes {
  /** The built-in ones first. */
  readonly modes: readonly Mode[];
  /** What was skipped: one line each, with the file and the fix. */
  readonly problems: readonly string[];
}

const MAX_BYTES = 500_000;

/**
 * The built-in modes and those of the files `*.md` in the folders. A later one takes the place of an earlier one with the
 * same name of a file. A folder that is not there holds none; what can't be used is skipped and told. Never rejects.
 */
export async function loadModes(folders: readonly string[]): Promise<LoadedModes> {
  const modes = new Map(builtInModes.map((mode) => [mode.slug, mode]));
  const problems: string[] = [];
  for (const folder of new Set(folders)) {
    for (const file of await modeFiles(folder, problems)) {
      const read = await readMode(join(folder, file), file.slice(0, -'.md'.length));
      if (read.mode === undefined) problems.push(`${join(folder, file)} is skipped. ${read.problem}`);
      else modes.set(read.mode.slug, read.mode);
    }
  }
  return { modes: [...modes.values()], problems };
}

async function modeFiles(folder: string, problems: string[]): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      problems.push(`${folder} is skipped. It can't be read: ${String(error)}.`);
    return [];
  }
}

async function readMode(path: string, slug: string): Promise<ParsedMode> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) return { problem: `A mode may have ${MAX_BYTES} bytes at most. Shorten it.` };
    return parseMode(slug, await readFile(path, 'utf8'));
  } catch (error) {
    return { problem: `It can't be read: ${String(error)}.` };
  }
}
