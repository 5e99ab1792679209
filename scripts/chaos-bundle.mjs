// The programs of `npm run chaos`, one file each: loaded twice as fast as the packages, and a server is loaded for every kill.
// `node scripts/chaos-bundle.mjs FOLDER` writes them for `--bundle`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { APART, isOneOf, root } from './build.mjs';

/** Writes `main.js` and `server.js` into a folder, which must be inside the project: what stays apart is found from there. */
export async function bundleChaos(dir) {
  const folder = join(root, 'tests/chaos/kills');
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { main: join(folder, 'main.ts'), server: join(folder, 'server.ts') },
    platform: 'node',
    resolve: { conditionNames: ['millrace-source', 'node', 'import'] },
    external: (id) => id.startsWith('node:') || isOneOf([...APART, 'pg'], id),
  });
  await bundle.write({ dir, entryFileNames: '[name].js' });
  await bundle.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleChaos(process.argv[2]);
