// Measures what a browser must load before the first page can be drawn: scripts and styles, zipped, without fonts.
// Fails when it is too much; what is rarely needed belongs behind a dynamic import.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded, root } from './build.mjs';

export const MOST = 180_000;
/** The most that the editor of messages may add to what shows them. */
export const MOST_EDITOR = 95_000;
const web = join(root, 'packages/app/dist/web');

/** The files of the first page in this folder, with their zipped sizes. */
export function firstPaint(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^"]+\.(?:js|css))"/g);
  return loadedWith(
    folder,
    Array.from(named, ([, file]) => file),
  );
}

/** The files that the editor of messages adds to the first page and to what shows messages, with their zipped sizes. */
export function editorParts(folder) {
  const entries = (name) =>
    readdirSync(join(folder, 'assets'))
      .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
      .map((file) => `assets/${file}`);
  const there = new Map([...firstPaint(folder), ...loadedWith(folder, entries('transcript-chunk'))]);
  return new Map([...loadedWith(folder, entries('draft-editor'))].filter(([file]) => !there.has(file)));
}

/** These files and what they import at once, with their zipped sizes. */
function loadedWith(folder, files) {
  const waiting = [...files];
  const sizes = new Map();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sizes.has(file)) continue;
    const code = readFileSync(join(folder, file), 'utf8');
    sizes.set(file, gzipSync(code, { level: 9 }).length);
    // A static import has no parenthesis; what is imported with one comes later.
    for (const [, next] of code.matchAll(/(?:^|[;}\s])(?:import|export)\b[^;'"()]*["']\.\/([^"']+\.js)["']/g))
      waiting.push(join(file, '..', next));
  }
  return sizes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildIfNeeded();
  const sizes = firstPaint(web);
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const [file, size] of sizes) console.log(`${String(size).padStart(8)} ${file}`);
  console.log(`${String(all).padStart(8)} zipped bytes before the first page; ${MOST} at most.`);
  process.exit(all <= MOST ? 0 : 1);
}
