import { expect, it } from 'vitest';
import { browserFloor, TARGET } from './browser-floor.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const build = (main: string, library = '') =>
  buildSmall(aFolder({ 'index.html': pageOf('main.ts'), 'main.ts': main, 'library/group.js': library }), {
    plugins: [browserFloor()],
    build: { target: TARGET },
  });

it('browserFloor fails a build with a function, also of a library, that the lowest browsers lack', async () => {
  await expect(build('document.title = String(AbortSignal.any([]));')).rejects.toThrow('AbortSignal.any(');
  const main = `import { group } from './library/group.js'; document.title = String(group([]));`;
  const library = 'export const group = (rows) => Object.groupBy(rows, ({ name }) => name);';
  await expect(build(main, library)).rejects.toThrow('Object.groupBy(');
});

it('browserFloor lets other code pass, whose newer syntax the bundler replaces', async () => {
  const files = await build('document.title = String([2, 1].toSorted()); using _ = { [Symbol.dispose]() {} };');
  expect([...files.values()].join()).toContain('toSorted');
  expect([...files.values()].join()).not.toMatch(/\busing _/);
});
