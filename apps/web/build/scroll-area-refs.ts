import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SCROLL_AREA = /\/@mantine\/core\/esm\/components\/ScrollArea\/ScrollArea\.mjs$/;

/**
 * A table can scroll in Mantine's scroll area, which takes one hook of five lines from the library that places menus. That library
 * would come with every list for it, 13 kB packed, before anything is opened.
 */
export function scrollAreaRefs(): Plugin {
  return {
    name: 'scroll-area-refs',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source === '@floating-ui/react' && SCROLL_AREA.test(importer)
        ? fileURLToPath(new URL('../src/ui/merge-refs.ts', import.meta.url))
        : null,
  };
}
