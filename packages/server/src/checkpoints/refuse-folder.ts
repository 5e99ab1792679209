import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, relative, sep } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';

/** Folders of the system, with all that is in them. */
const SYSTEM = [
  ...['/bin', '/boot', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/sbin', '/sys'],
  ...['/usr/bin', '/usr/include', '/usr/lib', '/usr/lib64', '/usr/libexec', '/usr/sbin', '/usr/share'],
  ...['/Applications', '/Library', '/System', '/private/etc'],
  ...['C:\\Windows', 'C:\\Program Files', 'C:\\Program Files (x86)', 'C:\\ProgramData'],
];

/** Folders that hold what belongs to others; what is in them may be a project. */
const SHARED = [
  ...[
    '/dev',
    '/home',
    '/media',
    '/mnt',
    '/opt',
    '/root',
    '/run',
    '/srv',
    '/tmp',
    '/usr',
    '/usr/local',
    '/usr/src',
  ],
  ...[
    '/var',
    '/var/lib',
    '/var/tmp',
    '/Users',
    '/Volumes',
    '/private',
    '/private/var',
    '/private/tmp',
    'C:\\Users',
  ],
];

const IN_HOME = ['Desktop', 'Documents', 'Downloads', 'Library', '.config', '.ssh'];

/** Refuses a folder that is no workspace: a restore there would change what is not the project's. Real paths. */
export function refuseFolder(root: string, data: string): void {
  const home = realOf(homedir());
  if (root === data || isIn(root, join(data, 'checkpoints')))
    throw refusal(root, 'Millrace keeps its own data there. Choose another workspace.');
  if (root === parse(root).root || isIn(home, root) || SHARED.includes(root))
    throw refusal(
      root,
      'it contains more than one project. Choose the folder of one project as the workspace.',
    );
  if (IN_HOME.some((name) => root === join(home, name)))
    throw refusal(root, 'it is a general folder. Choose the folder of one project as the workspace.');
  if (SYSTEM.some((folder) => isIn(root, folder)))
    throw refusal(root, 'it belongs to the system. Choose the folder of a project as the workspace.');
}

function refusal(root: string, why: string): CheckpointError {
  return new CheckpointError('bad_folder', `${root} is not saved, because ${why}`);
}

/** True if a path is a folder or lies in it. */
function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && parse(way).root === '');
}

/** The real path, also of what is not there yet. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOf(above), path.slice(above.length));
  }
}
