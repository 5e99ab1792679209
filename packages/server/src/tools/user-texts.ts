import type { ToolContext } from './tool.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** A file of Markdown that a person wrote for the model. */
export interface UserText {
  readonly name: string;
  /** Where it is, in words for the model. */
  readonly place: string;
  /** Rejects in words for the model when it can't be read. */
  read(): Promise<string>;
}

export interface TextSources {
  /** What the files are: the name of their folder. */
  readonly kind: 'commands' | 'instructions' | 'rules';
  /** The folder of the server's owner, if there is one. */
  readonly data: string | undefined;
}

const FILE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.md$/;
const MAX_LENGTH = 100_000;

/**
 * The files `*.md` of a kind, by name: those of `.millrace` in the workspace, and those of the data folder, which take their
 * place. They are looked for anew each time. Folders that are not there hold none, and links are not followed.
 */
export async function userTexts(
  { kind, data }: TextSources,
  { workspace }: Pick<ToolContext, 'workspace'>,
): Promise<ReadonlyMap<string, UserText>> {
  const found = [
    ...(workspace === undefined
      ? []
      : await textsIn(workspace, `.millrace/${kind}`, `.millrace/${kind} of the workspace`)),
    ...(data === undefined ? [] : await textsIn(openWorkspace(data), kind, `${kind} of the data folder`)),
  ];
  return new Map(found.map((text) => [text.name, text]));
}

async function textsIn(folder: Workspace, path: string, place: string): Promise<UserText[]> {
  if ((await folder.stat(path))?.kind !== 'folder') return [];
  return (await folder.list(path)).flatMap(({ name: file, kind }) => {
    const [, name] = FILE.exec(file) ?? [];
    if (name === undefined || kind !== 'file') return [];
    return [{ name, place: `${file} in ${place}`, read: () => readShort(folder, `${path}/${file}`) }];
  });
}

async function readShort(folder: Workspace, path: string): Promise<string> {
  const { text } = await folder.readText(path);
  if (text.length > MAX_LENGTH) throw new Error(`${path} is too long: ${MAX_LENGTH} characters at most.`);
  return text;
}
