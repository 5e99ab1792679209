import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project-files.ts';

const PACKAGES = ['nginx', 'nginx-common', 'caddy'];
const PROGRAMS = ['usr/sbin/nginx', 'usr/bin/caddy', 'etc/nginx/nginx.conf'];
const CACHE = join(root, 'node_modules/.cache');

const hasAll = (folder: string): boolean => PROGRAMS.every((program) => existsSync(join(folder, program)));

/**
 * The folder that has Debian's nginx and Caddy: `/` where they are installed. Else their packages are unpacked below node_modules,
 * not installed, so that no service starts. Undefined where there is no apt, or it has no packages; that is said in one line.
 */
export function findProxies(): string | undefined {
  const unpacked = join(CACHE, 'debian-proxies');
  const found = ['/', unpacked].find(hasAll);
  if (found !== undefined) return found;
  if (unpack(unpacked)) return unpacked;
  console.warn(
    'nginx and Caddy are not tested: install both, or run the tests on Debian, where apt can download them.',
  );
  return undefined;
}

function unpack(to: string): boolean {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'proxies-'));
  try {
    const download = (): boolean => run(folder, 'apt-get', 'download', '-qq', ...PACKAGES);
    // Without a list of packages there is nothing to download.
    if (!download() && !(run(folder, 'apt-get', 'update', '-qq') && download())) return false;
    const files = readdirSync(folder).filter((name) => name.endsWith('.deb'));
    if (!files.every((name) => run(folder, 'dpkg', '-x', name, 'all'))) return false;
    rmSync(to, { recursive: true, force: true });
    renameSync(join(folder, 'all'), to);
    return hasAll(to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const run = (cwd: string, program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { cwd, stdio: 'ignore' }).status === 0;
