/**
 * The names of a path as it is written, `''` first when it begins at the root; undefined when it may mean something else than
 * it seems: `..`, backslashes, a home folder, characters that cannot be seen, or a spelling that Unicode has another for. What
 * an allow is matched with. Pure.
 */
export function plainPath(path: string): readonly string[] | undefined {
  if (path === '' || /^[~\s]|\s$|\\|\p{C}/u.test(path) || path.normalize('NFKC') !== path) return undefined;
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.some((name) => name === '..' || /[. ]$/.test(name))) return undefined;
  return path.startsWith('/') ? ['', ...names] : names;
}

/**
 * The names that any file system could take a path for: case, look-alikes, invisible characters, dots and spaces at the end,
 * streams and backslashes make no difference. `''` is first when it begins at the root. What asks and denials are matched with.
 * Pure.
 */
export function loosePath(path: string): readonly string[] {
  const names = looseNames(path);
  const resolved: string[] = [];
  for (const name of names) {
    if (name === '..' && resolved.length > 0 && resolved.at(-1) !== '..') resolved.pop();
    else resolved.push(name);
  }
  return isAbsolute(path) ? ['', ...resolved.filter((name) => name !== '..')] : resolved;
}

/** The same with every `..` where it stands. */
export function looseNames(path: string): readonly string[] {
  return fold(path)
    .split('/')
    .map((name) => (name === '..' ? name : withoutTrail(name)))
    .filter((name) => name !== '');
}

/** A name without what Windows drops: a stream behind a colon, dots and spaces at the end; and without spaces before. */
function withoutTrail(name: string): string {
  const colon = name.indexOf(':', 1);
  let end = colon < 0 ? name.length : colon;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end).trimStart();
}

/** One spelling for all that look, or are taken, the same. */
export function fold(text: string): string {
  const seen = /^[\x20-\x7e]*$/.test(text)
    ? text
    : text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return seen.toLowerCase().replaceAll('\\', '/');
}

export function isAbsolute(path: string): boolean {
  return /^([/\\]|[a-z]:[/\\])/i.test(path);
}

/** A path below the root without the root. */
export function inRoot(path: string, root: string | undefined): string {
  if (root === undefined || !path.startsWith(`${root}/`)) return path;
  return path.slice(root.length + 1).replace(/^\/+/, '');
}

/** The names of a plain path in the workspace, none for its root; undefined for any other path. Pure. */
export function namesInRoot(path: string, root: string | undefined): readonly string[] | undefined {
  if (path === root) return [];
  const inside = inRoot(path, root);
  if (inside === '' && path !== '') return [];
  const names = plainPath(inside);
  return names?.[0] === '' ? undefined : names;
}

/**
 * The folder that a command runs in, from the root on, `''` for the root itself; undefined when it may be another one than it
 * seems. Pure.
 */
export function folderOf(cwd: unknown, root: string | undefined): string | undefined {
  if (cwd === undefined || cwd === '') return '';
  return typeof cwd === 'string' ? namesInRoot(cwd, root)?.join('/') : undefined;
}
