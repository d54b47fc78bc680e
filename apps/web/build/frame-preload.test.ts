import { expect, it } from 'vitest';
import { framePreload } from './frame-preload.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const TEXTS = ['en', 'sw'].flatMap((language) =>
  ['shell', 'ui', 'gate', 'students'].map((name) => `locales/${language}/${name}.json`),
);
/** Most frequently opened list, and a font. */
const LIST = 'features/students/StudentsPage.tsx';
const FONT = 'inter-basic.woff2';

/** Builds an app in which some modules are in chunks of these names. */
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
    'main.ts': [...chunks.map((name) => `${name}.ts`), ...TEXTS, LIST, 'font.css']
      .map((file) => `import('./${file}');`)
      .join('\n'),
    [LIST]: `export const list = document.title + 'list';`,
    'font.css': `@font-face { font-family: Inter; src: url('./${FONT}'); }`,
    [FONT]: 'a font',
    'gate.ts': `document.title = 'gate';`,
    ...Object.fromEntries(modules),
    ...Object.fromEntries(TEXTS.map((name) => [name, `{ "name": "${name}" }`])),
  });
  const input = ['index.html', 'gate.html'].map((page) => `${root}/${page}`);
  return buildSmall(root, { plugins: [framePreload()], build: { rolldownOptions: { input } } });
}

it("framePreload lists the frame's chunks in the console's page, and not in the gate's", async () => {
  const files = await buildWith(['frame', 'later-calls', 'other']);
  const page = files.get('index.html') ?? '';
  const [, named = ''] = /<meta name="frame" content="([^"]+)"/.exec(page) ?? [];
  expect(
    named
      .split(' ')
      .map((file) => /^\/assets\/(.+)-[\w-]{8}\./.exec(file)?.[1])
      .toSorted(),
  ).toEqual(['frame', 'frame', 'later-calls']);
  expect(page.indexOf('name="frame"')).toBeLessThan(page.indexOf('<script'));
  expect(files.get('gate.html')).not.toContain('name="frame"');
});

it('framePreload lists the texts of shell and ui for each language', async () => {
  const files = await buildWith(['frame', 'later-calls']);
  for (const language of ['en', 'sw']) {
    const [, named = ''] =
      new RegExp(`<meta name="texts-${language}" content="([^"]+)"`).exec(files.get('index.html') ?? '') ?? [];
    const texts = named.split(' ').map((file) => /locales\/[\w/.]+/.exec(files.get(file.slice(1)) ?? '')?.[0]);
    expect(texts.toSorted()).toEqual([`locales/${language}/shell.json`, `locales/${language}/ui.json`]);
  }
});

it('framePreload lists the student list with its texts, and preloads the font after the scripts', async () => {
  const files = await buildWith(['frame', 'later-calls']);
  const page = files.get('index.html') ?? '';
  const named = (tag: string) => files.get(new RegExp(`<meta name="${tag}" content="/([^"]+)"`).exec(page)?.[1] ?? '');
  expect(named('student.view')).toContain('"list"');
  for (const language of ['en', 'sw'])
    expect(named(`student.view-${language}`)).toContain(`locales/${language}/students.json`);
  const font =
    /<link rel="preload" as="font" type="font\/woff2" crossorigin href="\/assets\/inter-basic-[\w-]{8}\.woff2"/;
  expect(page.search(font)).toBeGreaterThan(page.lastIndexOf('<script'));
  expect(files.get('gate.html')).not.toMatch(/student\.view|as="font"/);
});

it('framePreload fails a build whose frame has other chunks', async () => {
  await expect(buildWith(['frame', 'other'])).rejects.toThrow('The frame is built of other chunks');
});
