import { expect, it } from 'vitest';
import { compileAhead } from './compile-ahead.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

it('compileAhead prepends allFunctionsCalledOnLoad to the frame chunk, and to no other', async () => {
  const root = aFolder({
    'index.html': pageOf('main.ts'),
    'main.ts': `import './frame.ts'; import('./form.ts').then(({ open }) => open());`,
    'frame.ts': `document.title = 'frame';`,
    'form.ts': `export const open = () => document.write('form');`,
  });
  const built = await buildSmall(root, {
    plugins: [compileAhead()],
    build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: /frame\.ts$/ }] } } } },
  });
  const begun = [...built].filter(([, code]) => code.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(begun.map(([name]) => name)).toEqual([expect.stringMatching(/^assets\/frame-.*\.js$/)]);
  // Ensures that other chunks exist, without which the test would prove nothing.
  expect([...built.keys()].filter((name) => /assets\/(index|form)-/.test(name))).toHaveLength(2);
});
