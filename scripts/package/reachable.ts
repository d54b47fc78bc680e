import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readImports } from '../read-imports.ts';
import { type Lock, type Platform, productionPackages } from './production.ts';

/** Files of the repository and npm packages that a program needs at run time. */
export interface Reachable {
  readonly files: readonly string[];
  /** Places in package-lock.json. */
  readonly packages: readonly string[];
}

/** Follows the imports of a program: files that are not imported are not installed, above all test readers. */
export function reachableFrom(root: string, entry: string, lock: Lock, platform: Platform): Reachable {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const { to, typesOnly } of readImports(root, file)) {
      if (typesOnly || to.startsWith('node:')) continue;
      if (existsSync(join(root, to))) visit(to);
      else for (const place of productionPackages(lock, `node_modules/${packageOf(to)}`, platform)) packages.add(place);
    }
  };
  visit(entry);
  for (const folder of new Set([...files].map((file) => dirname(file).replace(/\/src\b.*$/, '')))) {
    files.add(`${folder}/package.json`);
    // Other workspaces are imported by their names.
    const place = Object.keys(lock).find((one) => lock[one]?.link && lock[one].resolved === folder);
    if (place !== undefined && !entry.startsWith(`${folder}/`)) packages.add(place);
  }
  return { files: [...files].sort(), packages: [...packages].sort() };
}

/** `@scope/name` of `@scope/name/part`. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
