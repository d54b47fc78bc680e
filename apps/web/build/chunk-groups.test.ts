import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunkGroups } from './chunk-groups.ts';
import { requirePlaces } from './chunk-places.ts';
import { contractByCall } from './contract-by-call.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const one = (name: string) => `export const ${name} = document.title + '${name}';`;
const barrel = 'node_modules/@mantine/core/esm';

/** App with both entries, the frame, and a module for each combination of importers. */
const APP: Readonly<Record<string, string>> = {
  'index.html': pageOf('src/main.tsx'),
  'gate.html': pageOf('src/gate.tsx'),
  'src/main.tsx': `import { both } from './both.ts'; import { console_ } from './console.ts'; import('./app/AppLayout.tsx'); document.title = both + console_;`,
  'src/gate.tsx': `import { both } from './both.ts'; import './scanner.ts'; import { send } from './features/gate/send.ts'; document.title = both + send; import('./locales/gate.ts');`,
  'src/features/gate/send.ts': `import { call } from '../../call.ts'; import('./Dialog.ts'); import('../../school/offline/seal.ts'); export const send = call;`,
  'src/features/gate/Dialog.ts': `import { dialog } from '../../dialog.ts'; document.title = dialog;`,
  'src/app/AppLayout.tsx': `import { menu } from '../menu.ts'; import { call } from '../call.ts'; import { dialog } from '../dialog.ts'; import { Button } from '@mantine/core'; document.title = menu + call + dialog + Button;`,
  'src/both.ts': one('both'),
  'src/console.ts': one('console_'),
  'src/call.ts': one('call'),
  'src/scanner.ts': `document.title = document.title + 'scanner';`,
  'src/dialog.ts': one('dialog'),
  'src/menu.ts': one('menu'),
  'src/school/offline/seal.ts': one('seal'),
  'src/locales/gate.ts': one('texts'),
  [`${barrel}/index.mjs`]: `export { Button } from './Button.mjs'; export { Drawer } from './Drawer.mjs';`,
  [`${barrel}/Button.mjs`]: one('Button'),
  [`${barrel}/Drawer.mjs`]: one('Drawer'),
  'node_modules/@mantine/core/package.json': JSON.stringify({
    name: '@mantine/core',
    exports: './esm/index.mjs',
    sideEffects: false,
  }),
};

/** Builds the app; returns the chunk that contains each text. */
async function chunksOf(files = APP): Promise<(text: string) => string | undefined> {
  const root = aFolder(files);
  const rolldownOptions = {
    input: ['index.html', 'gate.html'].map((page) => `${root}/${page}`),
    output: { codeSplitting: { groups: chunkGroups(root) } },
  };
  const built = await buildSmall(root, { plugins: [contractByCall()], build: { rolldownOptions } });
  return (text) => {
    const [name] = [...built].find(([, code]) => code.includes(`+ "${text}"`)) ?? [];
    return name && /assets\/(.+?)-[\w-]{8}\.js$/.exec(name)?.[1];
  };
}

it('chunkGroups groups modules by the entries and screens that need them', async () => {
  const chunkOf = await chunksOf();
  expect({
    'both entries': chunkOf('both'),
    'the gate and the frame': chunkOf('call'),
    'the gate and other desks': chunkOf('scanner'),
    'the gate, later': chunkOf('dialog'),
    'the console': chunkOf('console_'),
    'its frame': chunkOf('menu'),
  }).toEqual({
    'both entries': 'base',
    'the gate and the frame': 'base',
    'the gate and other desks': 'desk',
    'the gate, later': 'later',
    'the console': 'shell',
    'its frame': 'frame',
  });
});

it('chunkGroups leaves texts and code for use without a network in chunks of their own', async () => {
  const chunkOf = await chunksOf();
  expect([chunkOf('texts'), chunkOf('seal')]).toEqual(['gate', 'seal']);
});

it("chunkGroups follows only the imported names of a library's index", async () => {
  const later = {
    ...APP,
    'src/features/gate/Dialog.ts': `import { Drawer } from '@mantine/core'; document.title = Drawer;`,
  };
  const chunkOf = await chunksOf(later);
  expect([chunkOf('Button'), chunkOf('Drawer')]).toEqual(['frame', 'later']);
});

it('chunkGroups follows only the imported calls of a contract file', async () => {
  const calls = 'packages/contract/src/meals.ts';
  const later = {
    ...APP,
    [calls]: `${one('getMeals')} ${one('payMeal')}`,
    'src/menu.ts': `import { payMeal } from '../${calls}'; export const menu = payMeal;`,
    'src/features/gate/send.ts': `import { getMeals } from '../../../${calls}'; export const send = getMeals; import('./Dialog.ts');`,
  };
  const chunkOf = await chunksOf(later);
  expect([chunkOf('getMeals'), chunkOf('payMeal')]).toEqual(['base', 'frame']);
});

it("chunkGroups separates the sign-in's modules from those of the frame", async () => {
  const signIn = {
    ...APP,
    'src/main.tsx': `${APP['src/main.tsx']} import('./app/SignInRoute.tsx');`,
    'src/app/SignInRoute.tsx': `import { Button } from '@mantine/core'; import { phone } from '../ui/PhoneField.tsx'; document.title = Button + phone;`,
    'src/ui/PhoneField.tsx': one('phone'),
  };
  const chunkOf = await chunksOf(signIn);
  expect([chunkOf('Button'), chunkOf('phone'), chunkOf('menu')]).toEqual(['shell', 'sign-in', 'frame']);
});

it("chunkGroups separates selects from the frame, and the frame's menus from selects", async () => {
  const opening = {
    ...APP,
    'src/menu.ts': `import('./ui/OpenedSelect.tsx'); import('./app/UserMenuItems.tsx'); export const menu = document.title + 'menu';`,
    'src/ui/OpenedSelect.tsx': `import { Drawer } from '@mantine/core'; document.title = Drawer;`,
    'src/app/UserMenuItems.tsx': `import { Drawer } from '@mantine/core'; import { items } from '../items.ts'; document.title = Drawer + items;`,
    'src/items.ts': one('items'),
  };
  const chunkOf = await chunksOf(opening);
  expect([chunkOf('menu'), chunkOf('Drawer'), chunkOf('items')]).toEqual(['frame', 'pickers', 'openings']);
});

it('requirePlaces accepts the console, and names paths that do not exist elsewhere', () => {
  expect(() => requirePlaces(join(import.meta.dirname, '..'))).not.toThrow();
  const other = aFolder({ 'src/gate.tsx': '' });
  expect(() => requirePlaces(other)).toThrow(/what does not exist: .*src\/features\/gate\/line-name\.ts/);
  expect(() => requirePlaces(other)).not.toThrow(/src\/gate\.tsx/);
});
