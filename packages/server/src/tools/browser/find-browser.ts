import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chrome or Chromium on this machine: the one that is wanted, or the first that is there. Throws with the fix. */
export function findBrowser(wanted: string | undefined): string {
  if (wanted !== undefined && !existsSync(wanted))
    throw new Error(
      `There is no browser at ${wanted}. The owner of this server should set MILLRACE_BROWSER to its path.`,
    );
  const path = wanted ?? PLACES.find((place) => existsSync(place));
  if (path !== undefined) return path;
  throw new Error(
    'No browser was found on this machine. The owner of this server can install Chromium or Chrome, or set MILLRACE_BROWSER to the path of one.',
  );
}
