import { join, resolve } from 'node:path';
import type { ToolContext } from '../define/tool.ts';
import { pathInside } from '../workspace/instruction-files.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';

/** A file of Markdown that a person wrote for the model. */
export interface UserText {
  readonly name: string;
  /** The file's place, in words for the model. */
  readonly place: string;
  /**
   * Undefined when it is of the workspace and the person has not said that it may instruct models. Rejects in words for the model
   * when it can't be read.
   */
  read(): Promise<string | undefined>;
}

export interface TextSources {
  /** The kind of the files: the name of their folder. */
  readonly kind: 'commands' | 'instructions' | 'rules';
  /** The folder of the server's owner, if there is one. */
  readonly data: string | undefined;
}

/** The sentence about a file that may not be used yet. */
export const notTrusted = (place: string): string =>
  `${place} may not be used yet. The person must first read and allow it, above the message box or in the settings.`;

const FILE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.md$/;
const MAX_LENGTH = 100_000;

/**
 * The files `*.md` of a kind, by name: those of `.millrace` in the workspace, and those of the data folder, which take their
 * place. They are looked for again each time. Folders that are not there hold none, and links are not followed.
 */
export async function userTexts(
  { kind, data }: TextSources,
  { workspace, trusts }: Pick<ToolContext, 'workspace' | 'trusts'>,
): Promise<ReadonlyMap<string, UserText>> {
  // Also what the data folder holds, where that lies in the workspace, may have come with it.
  const isTrusted = async (file: string, version: string): Promise<boolean> => {
    const path = workspace && pathInside(workspace.root, file);
    return path === undefined || trusts(path, version);
  };
  const found = [
    ...(workspace === undefined
      ? []
      : await textsIn(workspace, `.millrace/${kind}`, `.millrace/${kind} of the workspace`, isTrusted)),
    ...(data === undefined
      ? []
      : await textsIn(openWorkspace(resolve(data)), kind, `${kind} of the data folder`, isTrusted)),
  ];
  return new Map(found.map((text) => [text.name, text]));
}

type IsTrusted = (file: string, version: string) => Promise<boolean>;

async function textsIn(
  folder: Workspace,
  path: string,
  place: string,
  isTrusted: IsTrusted,
): Promise<UserText[]> {
  if ((await folder.stat(path))?.kind !== 'folder') return [];
  return (await folder.list(path)).flatMap(({ name: file, kind }) => {
    const [, name] = FILE.exec(file) ?? [];
    if (name === undefined || kind !== 'file') return [];
    return [
      { name, place: `${file} in ${place}`, read: () => readShort(folder, `${path}/${file}`, isTrusted) },
    ];
  });
}

async function readShort(folder: Workspace, path: string, isTrusted: IsTrusted): Promise<string | undefined> {
  const { text, version } = await folder.readText(path);
  if (!(await isTrusted(join(folder.root, path), version))) return undefined;
  if (text.length > MAX_LENGTH) throw new Error(`${path} is too long: ${MAX_LENGTH} characters at most.`);
  return text;
}
