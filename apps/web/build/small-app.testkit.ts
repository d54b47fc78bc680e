import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { afterEach } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with these files, which is removed after the test. */
export function aFolder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'mfuko-build-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** Returns an HTML page that loads a module. */
export function pageOf(module: string): string {
  return `<!doctype html><html><head></head><body><script type="module" src="/${module}"></script></body></html>`;
}

/** Builds the folder with the real bundler, unminified; returns the files by name. Throws as the bundler does. */
export async function buildSmall(root: string, config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const outDir = join(root, 'dist');
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ...config,
    build: { outDir, minify: false, modulePreload: { polyfill: false }, assetsInlineLimit: 0, ...config.build },
  });
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path.slice(outDir.length + 1), readFileSync(path, 'utf8')]),
  );
}
