import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths are written relative to the root, or shorter, relative to one of these folders. */
export const ROOTS = [
  ...['', 'apps/server', 'apps/server/src', 'apps/web/src', 'apps/scanner/src'],
  ...['packages', 'packages/fingerprint', 'docs'],
];

/** Files and folders that the program or a tool generates, and patterns of names: not part of the repository. */
const MADE = ['bundle.json', 'bundle.html', 'daraja-simulator.json', 'sms-simulator.json', 'sbom.cdx.json'];
const MADE_FOLDERS = ['keys/', 'postgres/'];
const ENDING = /\.(tsx?|mjs|md|sql|json|css|html)$/;

/** Names that a Markdown text may contain. */
export interface Named {
  /** Name of each file of the repository. */
  readonly files: ReadonlySet<string>;
  /** Path of each folder of the repository. */
  readonly folders: ReadonlySet<string>;
  /** Path of each call, which may look like that of a folder. */
  readonly calls: ReadonlySet<string>;
}

/**
 * Finds files and folders that a Markdown text names but that do not exist. A path is searched from the roots; a bare name must be that
 * of some file of the repository, and a path that ends with a slash that of some folder or its end.
 */
export function missingPaths(root: string, file: string, text: string, known: Named): string[] {
  const from = [dirname(file), ...ROOTS];
  return [...text.matchAll(/`([\w.@/*-]+)`/g)].flatMap(([, named = '']) => {
    if (!named.includes('/')) return isMissing(named, known.files) ? [`there is no ${named}`] : [];
    if (!ENDING.test(named) && !isPlace(named)) return [];
    if (named.startsWith('data/') || /NNNN|00NN|DATA_DIR/.test(named) || known.calls.has(named)) return [];
    const found =
      from.some((folder) => globSync(join(folder, named), { cwd: root }).length > 0) || isFolder(named, known.folders);
    return found ? [] : [`there is no ${named}`];
  });

  /** A path without an ending is a folder's where it begins with a folder, and where it ends with a slash. */
  function isPlace(named: string): boolean {
    if (/^(apps|packages|packaging|docs|e2e|scripts|\.ci)\//.test(named)) return true;
    if (MADE_FOLDERS.some((made) => named.startsWith(made)) || /^[./@]/.test(named)) return false;
    const [first = ''] = named.split('/');
    return named.endsWith('/') || from.some((folder) => existsSync(join(root, folder, first)));
  }
}

function isFolder(named: string, folders: ReadonlySet<string>): boolean {
  const end = `/${named}`;
  return named.endsWith('/') && [...folders].some((folder) => `/${folder}/`.endsWith(end));
}

/** `x.` and `.` begin a pattern of names, as `x.property.test.ts` does. */
function isMissing(named: string, names: ReadonlySet<string>): boolean {
  return ENDING.test(named) && !/[*]|^x?\./.test(named) && !names.has(named) && !MADE.includes(named);
}
