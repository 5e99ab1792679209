import { isAbsolute, relative, sep } from 'node:path';
import type { Workspace } from './workspace.ts';

/** The folders of `.millrace` whose files tell models what to do. */
const KINDS: readonly string[] = ['rules', 'modes', 'focus', 'commands', 'instructions'];
const MOST_FILES = 200;
const MOST_LENGTH = 100_000;

/** A file of a workspace that would instruct models. */
export interface InstructionFile {
  /** From the root of the workspace on. */
  readonly path: string;
  /** The hash of its bytes. */
  readonly version: string;
  readonly text: string;
}

/**
 * The files of a workspace that would instruct models if the person says so, as they are now. Links, what is no text and what is too
 * long are none: nobody could read them first.
 */
export async function instructionFiles(workspace: Workspace): Promise<readonly InstructionFile[]> {
  const found: InstructionFile[] = [];
  for (const kind of KINDS) {
    const folder = `.millrace/${kind}`;
    for (const { name, kind: what } of await workspace.list(folder).catch(() => [])) {
      if (what !== 'file' || !name.endsWith('.md') || found.length === MOST_FILES) continue;
      const path = `${folder}/${name}`;
      const file = await workspace.readText(path).catch(() => undefined);
      if (file === undefined || file.text.length > MOST_LENGTH) continue;
      found.push({ path, version: file.version, text: file.text });
    }
  }
  return found;
}

/** The path of a file from the root of the workspace on; undefined for one that is outside. Pure. */
export function pathInside(root: string, file: string): string | undefined {
  const path = relative(root, file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? undefined : path.split(sep).join('/');
}

/** True if a path is one of those that instruct models. Pure. */
export function isInstruction(path: string): boolean {
  return new RegExp(`^\\.millrace/(?:${KINDS.join('|')})/[^/]+\\.md$`).test(path);
}
