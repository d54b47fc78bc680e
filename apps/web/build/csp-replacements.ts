import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ADOPTED = JSON.stringify(fileURLToPath(new URL('../src/ui/adopted-styles.ts', import.meta.url)));

/**
 * Modules of libraries that do what our content security policy blocks, and their replacements. Two write `<style>` elements (`style-src
 * 'self'`): their replacements adopt a constructed sheet. One compresses data above 160 kB in a worker made of a blob (`worker-src
 * 'self'`), and would wait for it for ever: its replacement compresses on the main thread.
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

/** Statements of libraries that use a text as markup, with their replacements (`require-trusted-types-for 'script'`). */
export type Patches = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The map's texts are plain text. Its other uses of markup (popups, layers, VML) are not needed by any screen, and are blocked. */
export const PATCHES: Patches = {
  'leaflet/dist/leaflet-src.js': {
    "div.innerHTML = '<svg/>';": "div.appendChild(svgCreate('svg'));",
    'link.innerHTML = html;': 'link.textContent = html;',
    'scale.innerHTML = text;': 'scale.textContent = text;',
    [`this._container.innerHTML = prefixAndAttribs.join(' <span aria-hidden="true">|</span> ');`]:
      "this._container.textContent = prefixAndAttribs.join(' | ');",
  },
};

/**
 * Applies the replacements and patches. The build fails where it no longer finds one of the modules or statements, because the code may
 * have moved and would be blocked.
 */
export function cspReplacements(replacements = REPLACEMENTS, patches = PATCHES): Plugin {
  const missing = new Set([...Object.keys(replacements), ...Object.values(patches).flatMap(Object.keys)]);
  return {
    name: 'csp-replacements',
    apply: 'build',
    load(id) {
      const found = Object.entries(replacements).find(([path]) => id.split('?')[0]?.endsWith(`/${path}`));
      if (!found) return null;
      missing.delete(found[0]);
      return found[1];
    },
    transform(code, id) {
      const patch = Object.entries(patches).find(([path]) => id.split('?')[0]?.endsWith(`/${path}`));
      if (!patch) return null;
      let patched = code;
      for (const [from, to] of Object.entries(patch[1])) {
        if (!patched.includes(from)) continue;
        patched = patched.replaceAll(from, () => to);
        missing.delete(from);
      }
      return { code: patched, map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(`Not found, so the policy may block what they do: ${[...missing].join(', ')}`);
    },
  };
}
