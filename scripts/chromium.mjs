// Finds a Chromium for the browser tests, or installs Debian's where that is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Chromium without its windows: the browser tests take two thirds of the time with it.
const SHELL = '/usr/bin/chromium-headless-shell';

const PLACES = [
  SHELL,
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

/** The path of a Chromium, the small one where it can be had. Throws with what to do. */
export function ensureChromium() {
  const isChosen = process.env.CHROMIUM || existsSync(SHELL);
  if (!isChosen && mayInstall()) installShell();
  const path = findChromium();
  if (path === undefined) throw new Error(HELP);
  return path;
}

const mayInstall = () => process.getuid?.() === 0 && apt('--version');

function installShell() {
  console.log('Installing Chromium from Debian packages…');
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  return (
    (apt('update', '-qq') && apt(...install, 'chromium-headless-shell')) ||
    (findChromium() === undefined && apt(...install, 'chromium'))
  );
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
