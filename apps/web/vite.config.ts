import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const GATE_PATHS = /^\/app\/check(in|out)\.(fingerprint|pin)\/?$/;

/**
 * Three libraries do what our content security policy blocks. Two write `<style>` elements (`style-src 'self'`): their one
 * function each that does so is replaced by one that adopts a constructed sheet. One packs what is larger than 160 kB in a
 * worker made of a blob (`worker-src 'self'`), and would wait for it for ever: it packs on the spot. A build that no longer
 * finds them fails.
 */
function withinThePolicy(): Plugin {
  const adopted = JSON.stringify(here('src/ui/adopted-styles.ts'));
  const replacements = {
    '@mantine/core/esm/core/InlineStyles/InlineStyles.mjs': `
      import { stylesToString } from './styles-to-string/styles-to-string.mjs';
      import { useAdopted } from ${adopted};
      export function InlineStyles({ deduplicate, ...styles }) { useAdopted(stylesToString(styles)); return null; }`,
    'react-style-singleton/dist/es2015/singleton.js': `
      import { adopt } from ${adopted};
      export function stylesheetSingleton() {
        let users = 0, release;
        return {
          add(css) { if (++users === 1) release = adopt(css); },
          remove() { if (--users === 0) release?.(); },
        };
      }`,
    'write-excel-file/modules/zip/zipToArrayBuffer.js': `
      import { zipSync } from 'fflate';
      export default async function zipToArrayBuffer(files) { return zipSync(files).buffer; }`,
  };
  const missing = new Set(Object.keys(replacements));
  return {
    name: 'within-the-policy',
    apply: 'build',
    load(id) {
      const found = Object.entries(replacements).find(([path]) => id.split('?')[0]?.endsWith(path));
      if (!found) return null;
      missing.delete(found[0]);
      return found[1];
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(`Not found, so the policy may block what they do: ${[...missing].join(', ')}`);
    },
  };
}

/** The server answers the gate's screens with gate.html and every other screen with index.html; so does `vite dev`. */
function gateScreens(): Plugin {
  return {
    name: 'gate-screens',
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (GATE_PATHS.test(request.url?.split('?')[0] ?? '')) request.url = '/gate.html';
        next();
      });
    },
  };
}

/** Has the browser fetch what every screen of the console needs while it still reads what the sign-in screen needs. */
function frameAhead(): Plugin {
  return {
    name: 'frame-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, filename }) {
        if (basename(filename) !== 'index.html') return [];
        const ahead = Object.keys(bundle ?? {}).filter((name) => /\/(frame|calls|screens)-[^/]+\.js$/.test(name));
        if (ahead.length !== 3) this.error(`The frame is in other chunks now: ${ahead.join(', ')}`);
        return ahead.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

/** What the gate needs without a network: its own files, and of the texts those that it shows. */
const GATE_TEXTS = /locales\/\w+\/(gate|ui|problems)\.json$/;

/** Writes gate-sw.js, which keeps the gate's files on the device. */
function gateWorker(): Plugin {
  return {
    name: 'gate-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = new Set(['/gate.html', '/color-scheme.js', '/icon.svg']);
        const add = (name: string): void => {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk' || files.has(`/${name}`)) return;
          files.add(`/${name}`);
          for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(`/${file}`);
          for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(`/${file}`);
          for (const needed of chunk.imports) add(needed);
          for (const later of chunk.dynamicImports) if (isGates(bundle[later])) add(later);
        };
        const entry = Object.values(bundle).find(
          (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId === here('gate.html'),
        );
        if (!entry) this.error('There is no gate to keep.');
        add(entry.fileName);
        const list = [...files].toSorted();
        if (list.some((file) => /\/(shell|frame|screens)-[^/]+\.js$/.test(file)))
          this.error('The gate would keep the console on the device: see chunksByNeed.');
        const version = createHash('sha256').update(list.join()).digest('hex').slice(0, 12);
        const source = readFileSync(here('gate-sw.js'), 'utf8')
          .replace('__VERSION__', version)
          .replace(`['__FILES__']`, JSON.stringify(list));
        this.emitFile({ type: 'asset', fileName: 'gate-sw.js', source });
      },
    },
  };
}

function isGates(chunk: { type: string; facadeModuleId?: string | null } | undefined): boolean {
  const module = chunk?.facadeModuleId ?? '';
  return GATE_TEXTS.test(module) || !module.includes('/locales/');
}

/** Writes each text file's `.br` and `.gz` beside it, so that the server has only to pick one. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle(error?: Error) {
      if (error) return;
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|html)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

const SHARED = ['base', 'calls', 'later', 'shell', 'frame'] as const;
type Shared = (typeof SHARED)[number];

const GATES = /\/src\/features\/gate\//;
const OWN = /\/src\/(locales\/|(gate|main)\.tsx$)/;
/** Fetched by themselves when they are asked for, and of use to nothing else. */
const ALONE = /\/(locales\/|offline)/;

interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null;
}

/**
 * Left to itself the bundler makes a chunk of every module that some screens share, an icon of 200 bytes too, and a
 * list was 80 requests. These are put together by who needs them first: both entries, the gate's calls, the console, its
 * frame.
 */
function chunksByNeed(): (id: string, modules: Modules) => Shared | null {
  let needs: Record<'gate' | 'later' | 'shell' | 'frame', ReadonlySet<string>> | undefined;
  return (id, modules) => {
    needs ??= needsOf(modules);
    const { gate, later, shell, frame } = needs;
    if (OWN.test(id) || GATES.test(id)) return null;
    if (gate.has(id)) return shell.has(id) ? 'base' : 'calls';
    if (later.has(id)) return 'later';
    if (shell.has(id)) return 'shell';
    return frame.has(id) ? 'frame' : null;
  };
}

function needsOf(modules: Modules) {
  const gate = neededBy(here('src/gate.tsx'), modules);
  // What the gate opens now and then. It must be kept on the device too, so it must not come with half of the console.
  const later = new Set<string>();
  for (const id of gate)
    for (const opened of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      if (!ALONE.test(opened)) neededBy(opened, modules, later);
  const shell = neededBy(here('src/main.tsx'), modules);
  return { gate, later, shell, frame: neededBy(here('src/app/AppLayout.tsx'), modules) };
}

/** Index files of libraries, which name everything that the library has. */
const BARREL = /\/(@mantine\/(core|hooks)\/esm\/index|tabler-icons-react)\.mjs$/;

/** What a module imports, and what that imports: of a library's index only what is asked for by name. */
function neededBy(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  const info = modules.getModuleInfo(id);
  const words = new Set([...(info?.code ?? '').matchAll(/\bimport\s*\{[^}]*\}/g)].join().match(/\w+/g));
  for (const imported of info?.importedIds ?? []) {
    const names = BARREL.test(imported) ? (modules.getModuleInfo(imported)?.importedIds ?? []) : [imported];
    for (const needed of names)
      if (names.length === 1 || words.has(basename(needed, '.mjs'))) neededBy(needed, modules, seen);
  }
  return seen;
}

const chunkOf = chunksByNeed();

function clientBuild(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unversioned';
  }
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), withinThePolicy(), gateScreens(), frameAhead(), gateWorker(), compressed()],
  define: { __CLIENT_BUILD__: JSON.stringify(clientBuild()) },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:4000', ws: true } } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Data addresses would put fonts and pictures inside the CSS that every screen waits for.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [here('index.html'), here('gate.html')],
      output: {
        codeSplitting: {
          groups: [
            ...SHARED.map((name, at) => ({
              name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
              priority: 9 - at,
            })),
            { name: 'screens', test: /\.(m?js|tsx?)$/, minShareCount: 6, priority: 2 },
            { name: 'icons', test: /\/@tabler\//, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
