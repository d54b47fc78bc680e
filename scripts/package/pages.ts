import { dirname, join, relative } from 'node:path';

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Place of a page of the repository below the folder of the server's installed pages. */
export function serverPlace(page: string): string {
  return page.replace(/^docs\//, '');
}

/** The same below that of the scanner service, which has few. */
export function scannerPlace(page: string): string {
  return page.replace(/^docs\/(features\/)?/, '');
}

/**
 * Text of an installed page. A link to another page that is installed leads to its place there, one to anything else of the repository
 * becomes its words; links to the network and within the page stay.
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
