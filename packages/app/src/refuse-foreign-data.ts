import { spawnSync } from 'node:child_process';

/** Files that a server trusts without asking: keys, allowed rules, programs to start. */
const OURS = /^(?:data\.key|millrace\.sqlite.*|mcp\.json|provider-keys\.json|default-model)$/;

/**
 * Throws when a git repository has brought files of the data folder: who made it could start programs, and have allowed them
 * already. Where there is no git nobody can tell.
 */
export function refuseForeignData(data: string): void {
  const { stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '--', '.'], {
    cwd: data,
    encoding: 'utf8',
    timeout: 10_000,
  });
  const found = (stdout ?? '').split('\0').find((file) => OURS.test(file));
  if (found === undefined) return;
  throw new Error(
    `${found} in ${data} is part of a git repository, so it may be somebody else's. Set MILLRACE_DATA to a folder of your own, or remove the file from the repository.`,
  );
}
