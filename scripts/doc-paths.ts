import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths are written relative to the root, or shorter, relative to one of these folders. */
export const ROOTS = ['', 'apps/server', 'apps/server/src', 'apps/web/src', 'apps/scanner/src', 'packages', 'docs'];

/** Files that the program or a tool generates, and patterns of names: not part of the repository. */
const MADE = ['bundle.json', 'bundle.html', 'daraja-simulator.json', 'sms-simulator.json', 'sbom.cdx.json'];
const ENDING = /\.(tsx?|mjs|md|sql|json|css|html)$/;

/**
 * Finds files and folders that a Markdown text names but that do not exist. A path is searched from the roots; a bare name must be that
 * of some file of the repository, from the complete set `names`.
 */
export function missingPaths(root: string, file: string, text: string, names: ReadonlySet<string>): string[] {
  return [...text.matchAll(/`([\w.@/*-]+)`/g)].flatMap(([, named = '']) => {
    if (!named.includes('/')) return isMissing(named, names) ? [`there is no ${named}`] : [];
    const isPlace = /^(apps|packages|packaging|docs|e2e|scripts|\.ci)\//.test(named);
    if (!ENDING.test(named) && !isPlace) return [];
    if (named.startsWith('data/') || /NNNN|00NN|DATA_DIR/.test(named)) return [];
    const found = [dirname(file), ...ROOTS].some((from) => globSync(join(from, named), { cwd: root }).length > 0);
    return found ? [] : [`there is no ${named}`];
  });
}

/** `x.` and `.` begin a pattern of names, as `x.property.test.ts` does. */
function isMissing(named: string, names: ReadonlySet<string>): boolean {
  return ENDING.test(named) && !/[*]|^x?\./.test(named) && !names.has(named) && !MADE.includes(named);
}
