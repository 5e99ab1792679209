import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const SHARED = 'shared';
const EDITOR = /\/node_modules\/(@codemirror\/|style-mod|w3c-keyname|crelt)/;
const ENTRY = /\/web\/(index\.html|main\.tsx)$/;

export default defineConfig({
  define: { MILLRACE_VERSION: JSON.stringify(version) },
  plugins: [react()],
  resolve: { conditions: ['millrace-source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      output: {
        // An icon of 200 bytes costs a request, too: files that several parts share are split by who needs them, and small ones are joined.
        codeSplitting: {
          groups: [
            // The entry stays apart: it waits for the words of a language, whose file needs the first one, and would wait for ever.
            { name: 'first', tags: ['$initial'], priority: 1, test: (file) => !ENTRY.test(file) },
            // Apart from small shared files, which would bring the whole editor with them.
            { name: `${SHARED}-editor`, test: EDITOR, minShareCount: 2, entriesAware: true, priority: 1 },
            { name: SHARED, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
          ],
        },
        // The bundler names a shared file after all that need it.
        chunkFileNames: ({ name }) => `assets/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`,
      },
    },
  },
});
