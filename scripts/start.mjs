// `npm start`: builds what is missing, then serves.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(join(root, 'node_modules'))) {
  console.error('The dependencies are missing. Run "npm ci" first.');
  process.exit(1);
}
const { buildIfNeeded } = await import('./build.mjs');
await buildIfNeeded();
await import('../packages/app/millrace.mjs');
