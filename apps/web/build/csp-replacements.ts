import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ADOPTED = JSON.stringify(fileURLToPath(new URL('../src/ui/adopted-styles.ts', import.meta.url)));

/**
 * Modules of libraries that do what our content security policy blocks, and what stands in for each. Two write `<style>`
 * elements (`style-src 'self'`): theirs adopt a constructed sheet. One packs what is larger than 160 kB in a worker made
 * of a blob (`worker-src 'self'`), and would wait for it for ever: it packs on the spot.
 */
export const REPLACEMENTS: Readonly<Record<string, string>> = {
  '@mantine/core/esm/core/InlineStyles/InlineStyles.mjs': `
    import { stylesToString } from './styles-to-string/styles-to-string.mjs';
    import { useAdopted } from ${ADOPTED};
    export function InlineStyles({ deduplicate, ...styles }) { useAdopted(stylesToString(styles)); return null; }`,
  'react-style-singleton/dist/es2015/singleton.js': `
    import { adopt } from ${ADOPTED};
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

/** Puts the replacements in. A build that no longer finds one of the modules fails: it may have moved and be blocked. */
export function cspReplacements(replacements = REPLACEMENTS): Plugin {
  const missing = new Set(Object.keys(replacements));
  return {
    name: 'csp-replacements',
    apply: 'build',
    load(id) {
      const found = Object.entries(replacements).find(([path]) => id.split('?')[0]?.endsWith(`/${path}`));
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
