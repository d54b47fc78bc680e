import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cspReplacements, PATCHES, REPLACEMENTS } from './csp-replacements.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const styled = { 'styled/write.js': `export const write = () => document.head.append('<style>');` };
const plugins = () => [cspReplacements({ 'styled/write.js': `export const write = () => 'adopted';` }, {})];

it('cspReplacements replaces a module of a library', async () => {
  const root = aFolder({
    'index.html': pageOf('main.ts'),
    'main.ts': `import { write } from './styled/write.js'; document.title = write();`,
    ...styled,
  });
  const code = [...(await buildSmall(root, { plugins: plugins() }))].map(([, text]) => text).join();
  expect(code).toContain('adopted');
  expect(code).not.toContain('<style>');
});

it('cspReplacements fails a build that does not contain the replaced module', async () => {
  const root = aFolder({ 'index.html': pageOf('main.ts'), 'main.ts': `document.title = 'no library';`, ...styled });
  await expect(buildSmall(root, { plugins: plugins() })).rejects.toThrow('styled/write.js');
});

const written = { 'map/map.js': `export const draw = (div, text) => { div.innerHTML = text; };` };
const main = `import { draw } from './map/map.js'; draw(document.body, location.hash);`;
const patching = (from: string) => [cspReplacements({}, { 'map/map.js': { [from]: 'div.textContent = text;' } })];

it('cspReplacements patches a statement within a module of a library', async () => {
  const root = aFolder({ 'index.html': pageOf('main.ts'), 'main.ts': main, ...written });
  const built = await buildSmall(root, { plugins: patching('div.innerHTML = text;') });
  const code = [...built].map(([, text]) => text).join();
  expect(code).toContain('textContent');
  expect(code).not.toContain('innerHTML');
});

it('cspReplacements fails a build in which the library no longer has the patched statement', async () => {
  const root = aFolder({ 'index.html': pageOf('main.ts'), 'main.ts': main, ...written });
  await expect(buildSmall(root, { plugins: patching('div.outerHTML = text;') })).rejects.toThrow('div.outerHTML');
});

it.each(Object.keys({ ...REPLACEMENTS, ...PATCHES }))('%s exists in an installed package', (path) => {
  const folders = createRequire(import.meta.url).resolve.paths(path) ?? [];
  expect(folders.some((folder) => existsSync(join(folder, path)))).toBe(true);
});
