import { dirname, join, relative } from 'node:path';

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Returns the place of a page below the folder of the server's installed pages. */
export function serverPlace(page: string): string {
  return page.replace(/^docs\//, '');
}

/** Returns the place of a page below the folder of the scanner service's pages, which are few. */
export function scannerPlace(page: string): string {
  return page.replace(/^docs\/(features\/)?/, '');
}

/**
 * Adapts the links of an installed page. A link to another installed page points to its new place, a link to anything else of the
 * repository is replaced by its text; links to the network and within the page stay.
 */
export function linkWithin(
  page: string,
  text: string,
  isInstalled: (file: string) => boolean,
  placeOf: (page: string) => string,
): string {
  return text.replace(LINK, (link, words: string, target: string) => {
    if (/^(#|[a-z]+:)/.test(target)) return link;
    const [path = '', part] = target.split('#');
    const file = join(dirname(page), path);
    if (!isInstalled(file)) return words;
    return `[${words}](${relative(dirname(placeOf(page)), placeOf(file))}${part === undefined ? '' : `#${part}`})`;
  });
}
