import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources, ROOT } from '../sources.ts';
import { findCodeMutants } from './code-mutants.ts';
import { instrument, type Numbered } from './instrument.ts';
import type { Manifest } from './manifest.ts';
import { keysOf, type Mutant } from './mutant.ts';
import { findSqlMutants, type SqlFunction } from './sql-functions.ts';

/** A mutant with all data that a run needs. */
export interface Planned extends Numbered {
  readonly key: string;
  readonly target: string;
}

/** Lists the files of a target, without tests and files that only tests use. A target is a file or a folder, relative to the root. */
export function filesOf(target: string): string[] {
  const path = target.replace(/\/$/, '');
  return listSources('.ts', '.sql')
    .filter((file) => file === path || file.startsWith(`${path}/`))
    .filter((file) => !/\.(?:test|testkit|d)\.ts$|(?:^|\/)(?:tests|bench)\/|\/schema\.sql$/.test(file));
}

/** Finds and numbers the mutants of all targets, and writes the instrumented sources into `folder`. */
export function makePlan(
  targets: readonly string[],
  functions: readonly SqlFunction[],
  folder: string,
): { planned: Planned[]; manifestFile: string } {
  const found = targets.flatMap((target) =>
    filesOf(target).flatMap((file) => mutantsOf(file, functions).map((mutant) => ({ target, mutant }))),
  );
  const keys = keysOf(found.map(({ mutant }) => mutant));
  const planned = found.map(({ target, mutant }, at) => ({
    number: at + 1,
    mutant,
    target,
    key: keys.get(mutant) ?? '',
  }));
  const manifest: Record<string, string> = {};
  mkdirSync(folder, { recursive: true });
  for (const [file, ones] of Map.groupBy(planned, ({ mutant }) => mutant.file)) {
    if (file.endsWith('.sql')) continue;
    const path = join(folder, `source-${Object.keys(manifest).length}.ts`);
    writeFileSync(path, instrument(readSource(file), ones));
    manifest[join(ROOT, file)] = path;
  }
  const manifestFile = join(folder, 'manifest.json');
  writeFileSync(manifestFile, JSON.stringify(manifest satisfies Manifest));
  return { planned, manifestFile };
}

/** The text of a file of the repository. */
export function readSource(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function mutantsOf(file: string, functions: readonly SqlFunction[]): Mutant[] {
  const source = readSource(file);
  return file.endsWith('.sql') ? findSqlMutants(file, source, functions) : findCodeMutants(file, source);
}
