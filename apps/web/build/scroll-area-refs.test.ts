import { expect, it } from 'vitest';
import { scrollAreaRefs } from './scroll-area-refs.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const AREA = 'node_modules/@mantine/core/esm/components/ScrollArea/ScrollArea.mjs';
const MENU = 'node_modules/@mantine/core/esm/components/Menu/Menu.mjs';

it('gives the scroll area its one hook, and leaves the library to menus', async () => {
  const usesHook = `import { useMergeRefs } from '@floating-ui/react'; document.title = useMergeRefs;`;
  const files = {
    'index.html': pageOf('main.ts'),
    'main.ts': `import './${AREA}'; import('./${MENU}');`,
    [AREA]: usesHook,
    [MENU]: usesHook,
    'node_modules/@floating-ui/react/package.json': JSON.stringify({
      name: '@floating-ui/react',
      exports: './index.mjs',
    }),
    'node_modules/@floating-ui/react/index.mjs': `export const useMergeRefs = document.title + 'floats';`,
    'node_modules/@mantine/hooks/package.json': JSON.stringify({ name: '@mantine/hooks', exports: './index.mjs' }),
    'node_modules/@mantine/hooks/index.mjs': `export const useMergedRef = document.title + 'merges';`,
  };
  const built = await buildSmall(aFolder(files), { plugins: [scrollAreaRefs()] });
  const withText = (text: string) => [...built].filter(([, code]) => code.includes(`"${text}"`)).map(([name]) => name);
  expect(withText('floats')).toEqual([expect.stringMatching(/Menu-/)]);
});
