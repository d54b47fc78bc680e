import { expect, it } from 'vitest';
import { gateServiceWorker } from './gate-service-worker.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const GATE = {
  'gate.html': pageOf('gate.ts'),
  'gate.ts': [
    `import './gate.css';`,
    `import { later } from './shared.ts';`,
    `document.title = later + Object.values(import.meta.glob('./locales/*/*.json')).map((load) => load());`,
    ` import('./dialog.ts');`,
  ].join('\n'),
  'gate.css': 'body { color: red }',
  'shared.ts': `export const later = 'shared';`,
  'dialog.ts': `document.title = 'dialog';`,
  'locales/en/gate.json': '{ "a": 1 }',
  'locales/en/reports.json': '{ "b": 2 }',
  'gate-sw.js': `const version = '__VERSION__'; const files = ['__FILES__'];`,
};
const CONSOLE = {
  'index.html': pageOf('main.ts'),
  'main.ts': `import { later } from './shared.ts'; document.title = later;`,
};

async function workerOf(files: Readonly<Record<string, string>>, groups: { name: string; test: RegExp }[] = []) {
  const root = aFolder(files);
  const input = ['index.html', 'gate.html'].filter((page) => page in files).map((page) => `${root}/${page}`);
  const rolldownOptions = { input, output: { codeSplitting: { groups } } };
  const built = await buildSmall(root, { plugins: [gateServiceWorker()], build: { rolldownOptions, minify: true } });
  const [, version = '', list = ''] = /version = '(.*)'; const files = (.*);/.exec(built.get('gate-sw.js') ?? '') ?? [];
  const kept = JSON.parse(list) as string[];
  return { version, kept: kept.map((file) => file.replace(/-[\w-]{8}(?=\.)/, '')), built };
}

it("gateServiceWorker caches the gate's files, its lazy chunks and its own texts", async () => {
  const { kept, version } = await workerOf({ ...GATE, ...CONSOLE });
  const own = ['dialog.js', 'gate.css', 'gate.js', 'shared.js'].map((file) => `/assets/${file}`);
  // Texts are chunks named after their file, and so is the gate's own module.
  expect([...new Set(kept)].toSorted()).toEqual([...own, '/early.js', '/gate.html', '/icon.svg']);
  expect(kept.filter((file) => file === '/assets/gate.js')).toHaveLength(2);
  expect(version).toMatch(/^[\da-f]{12}$/);
});

it('gateServiceWorker caches the texts of collectors and roll call', async () => {
  const texts = ['gate', 'collectors', 'touch', 'reports'].map((each) => [
    `locales/en/${each}.json`,
    `{ "${each}": 1 }`,
  ]);
  const { kept } = await workerOf({ ...GATE, ...CONSOLE, ...Object.fromEntries(texts) });
  expect(kept.filter((file) => /collectors|touch|reports/.test(file))).toEqual([
    '/assets/collectors.js',
    '/assets/touch.js',
  ]);
});

it("gateServiceWorker changes its version when a file's contents change", async () => {
  const [before, same, after] = [
    await workerOf({ ...GATE, ...CONSOLE }),
    await workerOf({ ...GATE, ...CONSOLE }),
    await workerOf({ ...GATE, ...CONSOLE, 'dialog.ts': `document.title = 'another';` }),
  ];
  expect(same.version).toBe(before.version);
  expect(after.version).not.toBe(before.version);
});

it('gateServiceWorker fails a build in which the gate needs a chunk of the console', async () => {
  const groups = [{ name: 'shell', test: /shared\.ts$/ }];
  await expect(workerOf({ ...GATE, ...CONSOLE }, groups)).rejects.toThrow('The gate would keep the console');
});

it('gateServiceWorker fails a build without a gate', async () => {
  await expect(workerOf({ ...CONSOLE, 'shared.ts': GATE['shared.ts'] })).rejects.toThrow('There is no gate to keep');
});
