// `npm run images`: takes pictures of every screen into test-results/screens, and those of the design into docs/images:
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
run('playwright', ['test', 'screens', 'scenes'], { env: { ...process.env, CHROMIUM: ensureChromium() } });

const images = join(root, 'docs/images');
rmSync(images, { recursive: true, force: true });
mkdirSync(images, { recursive: true });
for (const screen of SCREENS)
  for (const name of LOOKS.map((seen) => `${screen}-${seen}.png`))
    copyFileSync(join(root, 'test-results/screens', name), join(images, name));
