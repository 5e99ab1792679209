// `npm run images`: takes pictures of every screen into test-results/screens, and those that the README shows into docs/images.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root, run } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

await buildIfNeeded();
run('playwright', ['test', 'screens'], { env: { ...process.env, CHROMIUM: ensureChromium() } });

const images = join(root, 'docs/images');
rmSync(images, { recursive: true, force: true });
mkdirSync(images, { recursive: true });
const shown = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/docs\/images\/([\w-]+\.png)/g);
for (const [, name] of shown) copyFileSync(join(root, 'test-results/screens', name), join(images, name));
