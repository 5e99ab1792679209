// `npm run images`: takes pictures of the screens into test-results/screens, and those of the design into docs/images:
// wide in light and dark, and on a phone.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root, run } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

const SCREENS = [
  ...['approval', 'streaming', 'empty', 'full-code', 'full-sheet', 'settings', 'loop', 'reject', 'edit'],
  ...['decided', 'finished', 'reconnecting', 'error', 'stopped', 'right-to-left'],
];
const LOOKS = ['wide-light', 'wide-dark', 'phone-light'];

await buildIfNeeded();
const pictures = join(root, 'test-results/screens');
const env = { ...process.env, CHROMIUM: ensureChromium(), MILLRACE_PICTURES: pictures };
run('playwright', ['test', 'screens', 'scenes'], { env });

const images = join(root, 'docs/images');
rmSync(images, { recursive: true, force: true });
mkdirSync(images, { recursive: true });
for (const screen of SCREENS)
  for (const name of LOOKS.map((seen) => `${screen}-${seen}.png`))
    copyFileSync(join(pictures, name), join(images, name));
