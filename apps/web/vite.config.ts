import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserFloor, TARGET } from './build/browser-floor.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { requirePlaces } from './build/chunk-places.ts';
import { clientBuild } from './build/client-build.ts';
import { compileAhead } from './build/compile-ahead.ts';
import { contractByCall } from './build/contract-by-call.ts';
import { cspReplacements } from './build/csp-replacements.ts';
import { framePreload } from './build/frame-preload.ts';
import { gateFallback } from './build/gate-fallback.ts';
import { gateServiceWorker } from './build/gate-service-worker.ts';
import { precompress } from './build/precompress.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = here('.');
requirePlaces(root);

export default defineConfig({
  root,
  plugins: [
    react(),
    contractByCall(),
    cspReplacements(),
    gateFallback(),
    framePreload(),
    compileAhead(),
    gateServiceWorker(),
    browserFloor(),
    precompress(),
  ],
  resolve: {
    alias: [{ find: /^zod$/, replacement: here('src/lib/schemas.ts') }],
  },
  define: { __CLIENT_BUILD__: JSON.stringify(clientBuild()) },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:4000', ws: true } } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    target: TARGET,
    // Data URLs would embed fonts and pictures in the CSS that all screens wait for.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [here('index.html'), here('gate.html')],
      output: {
        codeSplitting: { groups: chunkGroups(root) },
        // Seven characters of hash suffice to tell versions of one name apart; an eighth would be sent with each name that the first page
        // lists.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
});
