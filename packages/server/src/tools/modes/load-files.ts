import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFileError, readPlainFile } from '../../plain-file.ts';

const MAX_BYTES = 500_000;

/** The content of a file, or why it can't be used: one line with the fix. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

export interface FilesOptions<T> {
  /** The kind of content, for people. */
  readonly what: string;
  readonly parse: (slug: string, text: string) => Read<T>;
  /** True when a file may be used, by its bytes. One that may not is passed over. All may unless given. */
  readonly accepts?: AcceptsFile | undefined;
}

export type AcceptsFile = (file: string, bytes: Uint8Array) => boolean;

/**
 * Reads the files `*.md` of the folders, in their order, by the names of the files; what can't be used is a problem that
 * tells the file. A folder that is not there holds none. Never rejects.
 */
export async function loadFiles<T>(
  folders: readonly string[],
  { what, parse, accepts = () => true }: FilesOptions<T>,
): Promise<{ readonly values: readonly T[]; readonly problems: readonly string[] }> {
  const values: T[] = [];
  const problems: string[] = [];
  for (const folder of new Set(folders)) {
    for (const file of await filesOf(folder, problems)) {
      const read = await readOne(join(folder, file), what, (bytes) =>
        accepts(join(folder, file), bytes)
          ? parse(file.slice(0, -'.md'.length), bytes.toString())
          : undefined,
      );
      if (read === undefined) continue;
      if ('problem' in read) problems.push(`${join(folder, file)} is skipped. ${read.problem}`);
      else values.push(read.value);
    }
  }
  return { values, problems };
}

async function filesOf(folder: string, problems: string[]): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      problems.push(`${folder} is skipped. It can't be read: ${String(error)}.`);
    return [];
  }
}

async function readOne<T>(
  path: string,
  what: string,
  parse: (bytes: Buffer) => Read<T> | undefined,
): Promise<Read<T> | undefined> {
  try {
    return parse(await readPlainFile(path, { most: MAX_BYTES, links: 'follow' }));
  } catch (error) {
    if (error instanceof PlainFileError)
      return error.code === 'too_large'
        ? { problem: `A ${what} may have ${MAX_BYTES} bytes at most. Shorten it.` }
        : { problem: `It is not a regular file. Replace it with a Markdown file.` };
    return { problem: `It can't be read: ${String(error)}.` };
  }
}
