import { basename } from 'node:path';

/** Module graph, as the bundler passes it to a group. */
export interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null;
}

/** Index files, which name all modules of a library, or of a file of the contract (`contract-by-call.ts`). */
const BARREL =
  /\/(@mantine\/(core|hooks|notifications)\/esm\/index|tabler-icons-react)\.mjs$|\/packages\/contract\/src\/[\w-]+\.ts$/;

/** Returns the modules that one imports, directly or not; of a library's index only those that are imported by name. */
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

/** Returns the import name of a module: its file name, or `useId` for a hook's file `use-id.mjs`. */
function nameOf(id: string): string {
  const file = basename(id).split('.')[0] ?? '';
  return /\?of=(.+)$/.exec(id)?.[1] ?? file.replace(/-(\w)/g, (_, sign: string) => sign.toUpperCase());
}
