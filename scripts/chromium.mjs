// Finds a Chromium for the browser tests, or installs Debian's where that is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const HELP =
  'The browser tests need Chromium: install it, or set CHROMIUM to the path of a Chrome or Chromium.';

/** The path of a Chromium on this machine, if there is one. */
export function findChromium() {
  const wanted = process.env.CHROMIUM;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROMIUM names ${wanted}, which does not exist.`);
  }
  return PLACES.find((path) => existsSync(path));
}

/** The path of a Chromium, installed first where it is missing. Throws with what to do. */
export function ensureChromium() {
  const path = findChromium() ?? (installChromium() ? findChromium() : undefined);
  if (path === undefined) throw new Error(HELP);
  return path;
}

function installChromium() {
  const mayInstall = process.getuid?.() === 0 && apt('--version');
  if (!mayInstall) return false;
  console.log('Installing Chromium from Debian packages…');
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
