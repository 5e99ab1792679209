import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refuseForeignData } from '../refuse-foreign-data.ts';
import { type Finding, failed, failedAs, ok, skipped, warning } from './check.ts';

const OTHERS = 0o077;

/** Tells whether the data folder is ours alone, and can be written. */
export function checkFolder(data: string): Finding {
  if (!existsSync(data)) return checkPlace(data);
  const stat = statSync(data);
  if (!stat.isDirectory())
    return failed(`${data} is not a folder.`, 'Move it away, or set MILLRACE_DATA to a folder.');
  const wrong = strangerOf(data, stat);
  if (wrong !== undefined) return wrong;
  if ((stat.mode & OTHERS) !== 0)
    return failed(`${data} has mode ${modeOf(stat)}, so others can look into it.`, `Run: chmod 700 ${data}`);
  return mayWrite(data) ? ok(`${data} is ours alone and can be written.`) : notWritable(data);
}

/** A folder that is not there yet is made by the first start, if that is possible. */
function checkPlace(data: string): Finding {
  let place = dirname(data);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  if (statSync(place).isDirectory() && mayWrite(place)) return ok(`${data} is made by the first start.`);
  return failed(
    `${data} can't be made in ${place}.`,
    'Set MILLRACE_DATA to a folder that this user may write.',
  );
}

function strangerOf(path: string, { uid }: Stats): Finding | undefined {
  const me = process.getuid?.();
  if (me === undefined || uid === me) return undefined;
  return failed(
    `${path} belongs to the user ${uid}, but this is the user ${me}.`,
    `Run Millrace as its owner, or run: chown -R ${me} ${path}`,
  );
}

function notWritable(data: string): Finding {
  return failed(
    `${data} can't be written.`,
    'Give this user write permission for it, or set MILLRACE_DATA to another folder.',
  );
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8);
}

/** Files with keys or data, and the files that SQLite puts beside a database. */
const PRIVATE =
  /^(?:data\.key|provider-keys\.json|mcp\.json|server\.json|default-model|\w+\.sqlite(?:-\w+)?)$/;

/** Tells whether others can read the files with keys and data. */
export function checkFiles(data: string): Finding {
  if (!existsSync(data)) return skipped('There are no files yet.');
  const files = readdirSync(data)
    .filter((name) => PRIVATE.test(name))
    .map((name) => join(data, name));
  const wrong = checkPrivate(files, '600');
  if (wrong !== undefined) return wrong;
  if (files.length === 0) return skipped('There are no files yet.');
  return ok(`${files.length} ${files.length === 1 ? 'file is' : 'files are'} private.`);
}

/** The first of these that is somebody else's, or that others can read; undefined when none is. */
export function checkPrivate(paths: readonly string[], mode: string): Finding | undefined {
  for (const path of paths) {
    // A file beside a database may be gone by now.
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const wrong = strangerOf(path, stat);
    if (wrong !== undefined) return wrong;
    if ((stat.mode & OTHERS) !== 0)
      return failed(`${path} has mode ${modeOf(stat)}, so others can read it.`, `Run: chmod ${mode} ${path}`);
  }
  return undefined;
}

/** Tells whether the data folder came with a git repository, or could get into one. */
export function checkRepository(data: string): Finding {
  if (!existsSync(data)) return skipped('There is no data folder yet.');
  try {
    refuseForeignData(data);
  } catch (error) {
    return failedAs(error);
  }
  const { status, error } = spawnSync(
    'git',
    ['-c', 'core.fsmonitor=false', 'check-ignore', '-q', 'millrace.sqlite'],
    {
      cwd: data,
      timeout: 10_000,
      stdio: 'ignore',
    },
  );
  if (error !== undefined) return skipped('Without git nobody can tell.');
  // 0: it is ignored. 128: this is no repository.
  if (status !== 1) return ok('No repository has its files.');
  return warning(
    `${data} is in a git repository that does not ignore it, so its files could be committed.`,
    'Add it to .gitignore, or set MILLRACE_DATA to a folder elsewhere.',
  );
}

/** Tells whether the folder that tools work in is one. */
export function checkWorkspace(workspace: string | undefined): Finding {
  if (workspace === undefined)
    return ok('Tools work in a folder of sample files: MILLRACE_WORKSPACE is not set.');
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory() === true) return ok(`${workspace}.`);
  return failed(
    `MILLRACE_WORKSPACE is ${workspace}, which is not a folder.`,
    'Create it, or choose another one.',
  );
}
