import { expect, it } from 'vitest';
import { contractByCall } from './contract-by-call.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

const SRC = 'packages/contract/src';
const ENDPOINT = `
  const kept = <Shape,>(kind: string, path: string, shape: Shape) => ({ kind, path, ...shape });
  export function read<Shape>(path: string, shape: Shape) { return kept('read', path, shape); }
  export function record<Shape>(path: string, shape: Shape) { return kept('record', path, shape); }`;
const STUDENTS = `
  import { read, record as made } from './endpoint.ts';
  import { record } from './endpoint.ts';
  export type Row = { readonly sysid: string };
  const number: string = document.title + 'the number';
  const row = document.title + 'the answer';
  export const getStudent = read('student/getStudent', { input: number, output: row });
  export const updateStudent = record('student/updateStudent', { input: number, output: row, stepUp: true });
  export const { length } = made;`;

const app = (more: Readonly<Record<string, string>> = {}) => ({
  'index.html': pageOf('apps/web/src/main.ts'),
  'apps/web/src/main.ts': `import('./one.ts'); import('./other.ts');`,
  'apps/web/src/one.ts': `import { getStudent } from '../../../${SRC}/students.ts'; document.title = JSON.stringify(getStudent);`,
  'apps/web/src/other.ts': `import { updateStudent as put } from '../../../${SRC}/students.ts'; document.title = JSON.stringify(put);`,
  [`${SRC}/endpoint.ts`]: ENDPOINT,
  [`${SRC}/students.ts`]: STUDENTS.replace(/.*length.*/, ''),
  ...more,
});

/** Builds the app; returns the file of a screen, or of all of them. */
async function built(files: Readonly<Record<string, string>> = app()): Promise<(screen: string) => string> {
  const out = await buildSmall(aFolder(files), { plugins: [contractByCall()] });
  return (screen) =>
    [...out]
      .filter(([name]) => name.includes(screen))
      .map(([, code]) => code)
      .join('\n');
}

it('contractByCall bundles each call only with the screen that makes it', async () => {
  const of = await built();
  expect([of('one-').includes('student/getStudent'), of('one-').includes('student/updateStudent')]).toEqual([
    true,
    false,
  ]);
  expect([of('other-').includes('student/getStudent'), of('other-').includes('student/updateStudent')]).toEqual([
    false,
    true,
  ]);
});

it("contractByCall bundles a call's input and options, but not its output", async () => {
  const of = await built();
  expect(of('.js')).toContain('the number');
  expect(of('other-')).toContain('stepUp: true');
  expect(of('.js')).not.toContain('the answer');
});

it("contractByCall fails a build in which a screen reads a call's output", async () => {
  const reads = { 'apps/web/src/other.ts': `import { read } from './one.ts'; document.title = read.output.shape;` };
  await expect(built(app(reads))).rejects.toThrow('reads what a call answers');
});

it('contractByCall fails a build with a contract file that does more than declare', async () => {
  const more = { [`${SRC}/students.ts`]: STUDENTS };
  await expect(built(app(more))).rejects.toThrow('does more than declare');
});
