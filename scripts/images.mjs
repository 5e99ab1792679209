// `npm run images`: makes the pictures of docs/images from the running app.
import { buildIfNeeded, run } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

buildIfNeeded();
const env = { ...process.env, CHROMIUM: ensureChromium(), MILLRACE_IMAGES: 'docs/images' };
run('playwright', ['test', 'screens', '--grep', 'any screen'], { env });
