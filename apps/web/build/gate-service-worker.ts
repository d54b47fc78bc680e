import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Files of `public` that gate.html refers to. */
const PUBLIC = ['/gate.html', '/early.js', '/icon.svg'];
/** Texts that the gate shows; the others belong to the console. */
const GATE_TEXTS =
  /locales\/\w+\/(gate|ui|school|problems|desk|trip|rides|canteen|wallet|unlock|collectors|touch)\.json$/;
const CONSOLE_CHUNK = /\/(shell|frame|students|screens)-[^/]+\.js$/;

/**
 * Writes gate-sw.js with the list of all files that the gate needs without a network. Fails where the list contains a chunk of the console.
 */
export function gateServiceWorker(): Plugin {
  let root = '';
  return {
    name: 'gate-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = Object.values(bundle).find(
          (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId === join(root, 'gate.html'),
        );
        if (!entry) this.error('There is no gate to keep.');
        const files = [...neededBy(entry.fileName, bundle, new Set(PUBLIC))].toSorted();
        if (files.some((file) => CONSOLE_CHUNK.test(file)))
          this.error('The gate would keep the console on the device: see chunk-groups.ts.');
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
        const source = readFileSync(join(root, 'gate-sw.js'), 'utf8')
          .replace('__VERSION__', version)
          .replace(`['__FILES__']`, JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'gate-sw.js', source });
      },
    },
  };
}

/** Adds a chunk's file, its styles and pictures, its imports, and its dynamic imports except the console's texts. */
function neededBy(name: string, bundle: Bundle, files: Set<string>): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || files.has(`/${name}`)) return files;
  files.add(`/${name}`);
  for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(`/${file}`);
  for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(`/${file}`);
  for (const needed of chunk.imports) neededBy(needed, bundle, files);
  for (const later of chunk.dynamicImports) if (isGates(bundle[later])) neededBy(later, bundle, files);
  return files;
}

function isGates(chunk: Bundle[string] | undefined): boolean {
  const module = chunk?.type === 'chunk' ? (chunk.facadeModuleId ?? '') : '';
  return GATE_TEXTS.test(module) || !module.includes('/locales/');
}
