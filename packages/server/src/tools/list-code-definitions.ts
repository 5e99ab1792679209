import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { PlainFileError, readPlainFile } from '../plain-file.ts';
import { JobError } from '../side/side-process.ts';
import { defineTool } from './define-tool.ts';
import type { Definition } from './definitions/find-definitions.ts';
import { KNOWN_ENDINGS, languageOf } from './definitions/languages.ts';
import { inWorkspace, type WorkspacePlace } from './in-workspace.ts';
import { findDefinitionsApart, textLimits } from './text-jobs.ts';
import type { Tool } from './tool.ts';

const MOST_FILES = 100;
const MOST_DEFINITIONS = 500;
const MOST_BYTES = 1_000_000;
const LINE_LENGTH = 160;

/** Lets the model see what is defined in a file, or in the files of a folder. */
export function listCodeDefinitionsTool(): Tool {
  return defineTool({
    name: 'list_code_definition_names',
    description: `Lists what source code defines, with line numbers: classes, functions, methods, types. Of a folder it reads the files that stand
directly in it. Files: ${KNOWN_ENDINGS.join(', ')}.`,
    input: z.object({
      path: z.string().min(1).describe('A file or a folder, from the root of the workspace'),
    }),
    effect: 'read',
    local: true,
    targets: { paths: ['path'] },
    title: ({ path }) => `List definitions in ${path}`,
    async run({ path }, ctx) {
      const place = await inWorkspace(ctx, path);
      const isFolder = (await stat(place.path)).isDirectory();
      if (!isFolder && languageOf(place.name) === undefined)
        return `The language of ${path} is not known. Known are files that end in ${KNOWN_ENDINGS.join(', ')}.`;
      const files = isFolder ? await codeFiles(place) : [place.name];
      if (files.length === 0) return `${path} has no files of a known language directly in it.`;
      return describe(place.root, files, ctx.signal);
    },
  });
}

/** The source files directly in a folder, from the root; links may lead outside. */
async function codeFiles({ path, name }: WorkspacePlace): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && languageOf(entry.name) !== undefined)
    .map((entry) => (name === '.' ? entry.name : `${name}/${entry.name}`))
    .sort();
}

async function describe(root: string, files: readonly string[], signal: AbortSignal): Promise<string> {
  const parts: string[] = [];
  let room = MOST_DEFINITIONS;
  for (const file of files.slice(0, MOST_FILES)) {
    signal.throwIfAborted();
    if (room === 0) break;
    const found = await definitionsIn(join(root, file), file, signal);
    if (typeof found === 'string') {
      parts.push(`${file}\n  ${found}`);
      continue;
    }
    const shown = found.slice(0, room);
    room -= shown.length;
    const left = found.length - shown.length;
    parts.push(
      [file, ...shown.map(print), ...(left > 0 ? [`  [… ${left} more in this file …]`] : [])].join('\n'),
    );
  }
  const left = files.length - parts.length;
  return [
    ...parts,
    ...(left > 0 ? [`[… ${left} more files are left out. Ask for one of them. …]`] : []),
  ].join('\n\n');
}

/** What a file defines, or why nobody can say. */
async function definitionsIn(
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<readonly Definition[] | string> {
  const language = languageOf(name);
  if (language === undefined) return 'Its language is not known.';
  try {
    const bytes = await readPlainFile(path, { most: MOST_BYTES });
    const found = await findDefinitionsApart(textLimits({ signal }), bytes.toString(), language);
    return found.length > 0 ? found : 'It defines nothing.';
  } catch (error) {
    if (error instanceof JobError) return error.message;
    if (!(error instanceof PlainFileError)) throw error;
    return error.code === 'too_large'
      ? 'It is larger than 1 MB, and was not read.'
      : 'It is no plain file, and was not read.';
  }
}

function print({ from, to, text, depth }: Definition): string {
  const line = text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH - 1)}…` : text;
  return `  ${from}-${to} | ${'  '.repeat(depth)}${line}`;
}
