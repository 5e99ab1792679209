import * as z from 'zod';
import { JobError } from '../../side/side-process.ts';
import { defineTool } from '../define/define-tool.ts';
import { inWorkspace, namesTo, type WorkspacePlace } from '../define/in-workspace.ts';
import type { Tool } from '../define/tool.ts';
import type { Definition } from '../definitions/find-definitions.ts';
import { KNOWN_ENDINGS, languageOf } from '../definitions/languages.ts';
import { findDefinitionsApart, textLimits } from '../jobs/text-jobs.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { errorCode } from '../workspace/workspace-error.ts';

const MOST_FILES = 100;
const MOST_DEFINITIONS = 500;
const MOST_BYTES = 1_000_000;
const LINE_LENGTH = 160;

/** Lets the model see what is defined in a file, or in the files of a folder. */
export function listCodeDefinitionsTool(): Tool {
  return defineTool({
    name: 'list_code_definition_names',
    description: `Lists the definitions in source code, with line numbers: classes, functions, methods and types. For a folder, it lists the files
directly in it. Supported files: ${KNOWN_ENDINGS.join(', ')}.`,
    input: z.object({
      path: z.string().min(1).describe('The file or folder, relative to the workspace'),
    }),
    effect: 'read',
    local: true,
    targets: { paths: ['path'] },
    folds: 'list',
    title: ({ path }) => `List definitions in ${path}`,
    async run({ path }, ctx) {
      const place = await inWorkspace(ctx, path);
      const isFolder = place.kind === 'folder';
      if (!isFolder && languageOf(place.name) === undefined)
        return `The language of ${path} is not supported. Supported files end in ${KNOWN_ENDINGS.join(', ')}.`;
      const files = isFolder ? await codeFiles(place) : [place.name];
      if (files.length === 0) return `${path} directly contains no files in a supported language.`;
      return describe(place.workspace, files, ctx.signal);
    },
  });
}

/** The source files directly in a folder, from the root. */
async function codeFiles({ workspace, name }: WorkspacePlace): Promise<readonly string[]> {
  const entries = await workspace.list(name);
  return entries
    .filter((entry) => entry.kind === 'file' && languageOf(entry.name) !== undefined)
    .map((entry) => (name === '.' ? entry.name : `${name}/${entry.name}`));
}

async function describe(
  workspace: Workspace,
  files: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const parts: string[] = [];
  let room = MOST_DEFINITIONS;
  for (const file of files.slice(0, MOST_FILES)) {
    signal.throwIfAborted();
    if (room === 0) break;
    const found = await definitionsIn(workspace, file, signal);
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

/** The definitions of a file, or why nobody can tell. */
async function definitionsIn(
  workspace: Workspace,
  file: string,
  signal: AbortSignal,
): Promise<readonly Definition[] | string> {
  const language = languageOf(file);
  if (language === undefined) return 'Its language is not supported.';
  const names = namesTo(file);
  try {
    const bytes = await workspace.inFolder(names.slice(0, -1), (folder) =>
      folder.readBytes(names.at(-1) ?? '', MOST_BYTES),
    );
    const found = await findDefinitionsApart(textLimits({ signal }), Buffer.from(bytes).toString(), language);
    return found.length > 0 ? found : 'It defines nothing.';
  } catch (error) {
    if (error instanceof JobError) return error.message;
    switch (errorCode(error)) {
      case 'too_large':
        return 'It is larger than 1 MB and was not read.';
      case 'not_a_file':
        return 'It is not a regular file, and was not read.';
      default:
        throw error;
    }
  }
}

function print({ from, to, text, depth }: Definition): string {
  const line = text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH - 1)}…` : text;
  return `  ${from}-${to} | ${'  '.repeat(depth)}${line}`;
}
