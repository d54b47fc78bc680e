import { expect, it } from 'vitest';
import { framePreload } from './frame-preload.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

/** App of which some modules get chunks of these names. */
async function buildWith(chunks: readonly string[]) {
  const modules = chunks.map((name) => [`${name}.ts`, `export const ${name} = document.title;`]);
  const root = aFolder({
    'index.html': pageOf('main.ts'),
    'gate.html': pageOf('gate.ts'),
    'main.ts': chunks.map((name) => `import('./${name}.ts');`).join('\n'),
    'gate.ts': `document.title = 'gate';`,
    ...Object.fromEntries(modules),
  });
  const input = ['index.html', 'gate.html'].map((page) => `${root}/${page}`);
  return buildSmall(root, { plugins: [framePreload()], build: { rolldownOptions: { input } } });
}

it('preloads the chunks of the frame in the console’s page alone', async () => {
  const files = await buildWith(['frame', 'calls', 'screens', 'other']);
  const preloaded = [...(files.get('index.html') ?? '').matchAll(/modulepreload[^>]*href="\/assets\/(\w+)-/g)];
  expect(preloaded.map(([, name]) => name).toSorted()).toEqual(['calls', 'frame', 'screens']);
  expect(files.get('gate.html')).not.toContain('modulepreload');
});

it('fails a build whose frame has other chunks', async () => {
  await expect(buildWith(['frame', 'calls'])).rejects.toThrow('The frame is in other chunks now');
});
