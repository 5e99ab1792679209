import { looseNames } from '@millrace/engine/approval';
import { quotePath, WorkspaceError } from './workspace-error.ts';

// The limits of today's file systems.
const NAME_BYTES = 255;
const PATH_BYTES = 4096;

const PROTECTED = ['.git', '.millrace'];
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/**
 * The names of a path from the root of a workspace on; none for the root. An absolute path must begin with the root. Throws
 * for everything that could mean another place than it seems to: `..`, backslashes, drives, home folders, unseen characters,
 * dots and spaces at the end of a name, and other spellings of `.git` and `.millrace`, about which rules would not know.
 */
export function pathNames(
  path: string,
  root: string,
  platform: string = process.platform,
): readonly string[] {
  const refuse = (code: 'bad_path' | 'outside', why: string): never => {
    throw new WorkspaceError(code, `The path ${quotePath(path)} ${why}`);
  };
  if (path === '') refuse('bad_path', 'is empty. Write "." for the workspace folder itself.');
  if (Buffer.byteLength(path) > PATH_BYTES) refuse('bad_path', `is too long: ${PATH_BYTES} bytes at most.`);
  // Bidi and zero-width characters, which hide what a path is, and halves of characters, which no file name can have.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(path))
    refuse('bad_path', 'contains invisible characters. Write it without them.');
  const inside = withoutRoot(path, root);
  if (/^(\/|[A-Za-z]:)/.test(inside) || inside.startsWith('\\'))
    refuse('outside', 'is not in the workspace. Paths are relative to the workspace, such as "src/a.ts".');
  if (inside.includes('\\')) refuse('bad_path', 'contains a backslash. Write / between names.');
  if (/^~[^/]*(\/|$)/.test(inside) && !/^~\$/.test(inside))
    refuse('outside', 'starts in a home folder. Paths are relative to the workspace.');
  const names = inside.split('/').filter((name) => name !== '' && name !== '.');
  for (const name of names) {
    const why = nameProblem(name, platform);
    if (why !== undefined) refuse(name === '..' ? 'outside' : 'bad_path', why);
  }
  return names;
}

function withoutRoot(path: string, root: string): string {
  if (path === root) return '.';
  const folder = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(folder) ? `./${path.slice(folder.length)}` : path;
}

function nameProblem(name: string, platform: string): string | undefined {
  if (name === '..') return 'contains "..". Write it relative to the workspace, without "..".';
  if (/[. ]$/.test(name)) return `has a name that ends with a dot or a space: ${quotePath(name)}.`;
  if (Buffer.byteLength(name) > NAME_BYTES)
    return `has a name of more than ${NAME_BYTES} bytes. Choose a shorter one.`;
  const like = PROTECTED.find((known) => name !== known && isLike(name, known));
  if (like !== undefined) return `has a name that could be taken for ${like}. Write ${like} if it is meant.`;
  if (platform === 'win32' && (/[<>:"|?*]/.test(name) || RESERVED.test(name)))
    return `has a name that Windows does not allow: ${quotePath(name)}.`;
  return undefined;
}

/** Tells whether some file system takes a name for the known one. */
function isLike(name: string, known: string): boolean {
  const [loose = ''] = looseNames(name);
  return loose === known || new RegExp(`^${known.slice(1, 7)}~\\d`).test(loose);
}
