import { expect, it } from 'vitest';
import { framePreload } from './frame-preload.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

/** App of which some modules get chunks of these names. */
async function buildWith(chunks: readonly string[]) {
  const modules = chunks.flatMap((name) => [
    [
      `${name}.ts`,
      `${name === 'frame' ? `import './frame.css';` : ''} export const ${name.replace('-', '_')} = document.title;`,
    ],
    [`${name}.css`, `.${name} { color: red; }`],
  ]);
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

it('names the chunks of the frame in the console’s page alone', async () => {
  const files = await buildWith(['frame', 'calls', 'later-calls', 'other']);
  const page = files.get('index.html') ?? '';
  const [, named = ''] = /<meta name="frame" content="([^"]+)"/.exec(page) ?? [];
  expect(
    named
      .split(' ')
      .map((file) => /^\/assets\/(.+)-[\w-]{8}\./.exec(file)?.[1])
      .toSorted(),
  ).toEqual(['calls', 'frame', 'frame', 'later-calls']);
  expect(page.indexOf('name="frame"')).toBeLessThan(page.indexOf('<script'));
  expect(files.get('gate.html')).not.toContain('name="frame"');
});

it('fails a build whose frame has other chunks', async () => {
  await expect(buildWith(['frame', 'calls'])).rejects.toThrow('The frame is in other chunks now');
});
