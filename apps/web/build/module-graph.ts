import { basename } from 'node:path';

/** Reader of the module graph, as the bundler hands it to a group. */
export interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null;
}

/** Index files, which name everything that a library has, or a file of the contract (`contract-by-call.ts`). */
const BARREL =
  /\/(@mantine\/(core|hooks|notifications)\/esm\/index|tabler-icons-react)\.mjs$|\/packages\/contract\/src\/[\w-]+\.ts$/;

/** Modules that one imports, and those that they import: of a library's index only what is asked for by name. */
export function neededBy(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  const info = modules.getModuleInfo(id);
  const words = new Set([...(info?.code ?? '').matchAll(/\bimport\s*\{[^}]*\}/g)].join().match(/\w+/g));
  for (const imported of info?.importedIds ?? []) {
    const names = BARREL.test(imported) ? (modules.getModuleInfo(imported)?.importedIds ?? []) : [imported];
    for (const needed of names) if (names.length === 1 || words.has(nameOf(needed))) neededBy(needed, modules, seen);
  }
  return seen;
}

/** Name that a module is asked for by: that of its file, which is `useId` where a hook's file is `use-id.mjs`. */
function nameOf(id: string): string {
  const file = basename(id).split('.')[0] ?? '';
  return /\?of=(.+)$/.exec(id)?.[1] ?? file.replace(/-(\w)/g, (_, sign: string) => sign.toUpperCase());
}
