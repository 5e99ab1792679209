import { defaultClientConditions, defineConfig } from 'vite';

// A page of its own: it is served to a frame without an origin, under a policy of its own.
export default defineConfig({
  base: '/diagram/',
  resolve: { conditions: ['millrace-source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist/web/diagram',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    target: 'es2023',
  },
});
