import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import type { Import } from './import-law.ts';

/** Reads every import and re-export of a source file, dynamic ones with a literal name among them. */
export function readImports(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const imports: Import[] = [];
  const add = (name: string, typesOnly: boolean, names: readonly string[]) =>
    imports.push({ from: file, to: resolve(root, file, name), names, typesOnly });
  for (const each of module.staticImports) {
    const typesOnly = each.entries.length > 0 && each.entries.every((entry) => entry.isType);
    const values = each.entries.filter((entry) => !entry.isType);
    add(
      each.moduleRequest.value,
      typesOnly,
      // Namespace and default imports have no imported name; ours are never default imports.
      values.map((entry) => entry.importName.name ?? '*'),
    );
  }
  for (const entry of module.staticExports.flatMap((each) => each.entries)) {
    if (entry.moduleRequest)
      add(entry.moduleRequest.value, entry.isType, entry.isType ? [] : [entry.importName.name ?? '*']);
  }
  for (const each of module.dynamicImports) {
    const name = /^['"](.+)['"]$/.exec(text.slice(each.moduleRequest.start, each.moduleRequest.end))?.[1];
    if (name !== undefined) add(name, false, ['*']);
  }
  return imports;
}

function resolve(root: string, file: string, name: string): string {
  const ours = /^@mfuko\/([^/]+)\/(.+)$/.exec(name);
  if (ours) {
    const folder = existsSync(join(root, 'packages', ours[1] ?? '')) ? 'packages' : 'apps';
    return `${folder}/${ours[1]}/src/${ours[2]}.ts`;
  }
  return name.startsWith('.') ? join(dirname(file), name.replace(/\?.*$/, '')) : name;
}
