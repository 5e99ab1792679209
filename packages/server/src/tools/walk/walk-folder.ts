import { namesTo } from '../define/in-workspace.ts';
import { openWorkspace, type Workspace, type WorkspaceEntry } from '../workspace/workspace.ts';
import { IGNORE_FILES, IgnoreRules } from './ignore-rules.ts';

export interface Entry {
  /** From the root, with slashes. */
  readonly path: string;
  /** A link is one, wherever it leads: it is listed and never followed. */
  readonly type: 'file' | 'folder' | 'link';
}

export interface Walk {
  readonly workspace: Workspace;
  /** The folder to begin with, from the root; `.` for the root. */
  readonly folder: string;
  /** True to go into folders. */
  readonly depth: 'one' | 'all';
  readonly signal: AbortSignal;
}

interface Open {
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/** A folder as it was while it was open: what is in it, and what its ignore files say. */
interface Look {
  readonly entries: readonly WorkspaceEntry[];
  readonly ignores: readonly string[];
}

/** Larger ignore files were written by no person, and say nothing. */
const MOST_BYTES = 256 * 1024;

const NOTHING: Look = { entries: [], ignores: [] };

/**
 * Gives what is in a folder, level by level, each level in the order of names. What ignore files name, `.git`, `.millrace` and
 * `node_modules` are left out, unless the walk begins there or below. Each folder is opened from the root on through no link.
 * Folders on the way that can't be read are empty; throws when the first one can't.
 */
export async function* walkFolder({ workspace, folder, depth, signal }: Walk): AsyncGenerator<Entry> {
  const start = folder === '.' ? '' : folder;
  const queue: Open[] = [{ folder: start, rules: await rulesAbove(workspace, start) }];
  for (let open = queue.shift(); open !== undefined && !signal.aborted; open = queue.shift()) {
    const looking = look(workspace, open.folder);
    const { entries, ignores } = await (open.folder === start ? looking : looking.catch(() => NOTHING));
    const rules = open.rules.within(open.folder, ignores);
    for (const { name, kind } of entries) {
      const path = open.folder === '' ? name : `${open.folder}/${name}`;
      const type = kind === 'other' ? 'file' : kind;
      if (rules.ignores(type === 'folder' ? `${path}/` : path)) continue;
      yield { path, type };
      if (type === 'folder' && depth === 'all') queue.push({ folder: path, rules });
    }
  }
}

/** The rules of the folders above one; none of them when they leave it out, as it was asked for. */
async function rulesAbove(workspace: Workspace, folder: string): Promise<IgnoreRules> {
  let rules = IgnoreRules.none;
  let above = '';
  for (const name of namesTo(folder)) {
    const { ignores } = await look(workspace, above).catch(() => NOTHING);
    rules = rules.within(above, ignores);
    above = above === '' ? name : `${above}/${name}`;
    if (rules.ignores(`${above}/`)) rules = IgnoreRules.none;
  }
  return rules;
}

/** Tells whether ignore files leave out a file that was found below a folder. They may take forever. */
export async function isLeftOut(root: string, folder: string, path: string): Promise<boolean> {
  const workspace = openWorkspace(root);
  let above = folder === '.' ? '' : folder;
  if (path === above) return false;
  let rules = await rulesAbove(workspace, above);
  for (const name of path.slice(above === '' ? 0 : above.length + 1).split('/')) {
    const { ignores } = await look(workspace, above).catch(() => NOTHING);
    rules = rules.within(above, ignores);
    above = above === '' ? name : `${above}/${name}`;
    if (rules.ignores(above === path ? above : `${above}/`)) return true;
  }
  return false;
}

function look(workspace: Workspace, folder: string): Promise<Look> {
  return workspace.inFolder(namesTo(folder), async (open) => {
    const entries = await open.list();
    const present = IGNORE_FILES.filter((file) =>
      entries.some(({ name, kind }) => name === file && kind === 'file'),
    );
    const ignores = await Promise.all(
      present.map((file) =>
        open.readBytes(file, MOST_BYTES).then(
          (bytes) => Buffer.from(bytes).toString(),
          () => '',
        ),
      ),
    );
    return { entries, ignores };
  });
}
