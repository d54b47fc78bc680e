import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ENGINE = join(import.meta.dirname, '..');

/** Sources that load a kernel as they are imported. */
const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== join('kernels', 'load.ts'))
  .map((name) => join(ENGINE, name))
  .filter((path) => readFileSync(path, 'utf8').includes('loadKernel('));

/** In a process of its own: here they are imported already. */
const IMPORT = `
  const known = [];
  const validate = WebAssembly.validate;
  WebAssembly.validate = (bytes) => { const is = validate(bytes); known.push(is); return is; };
  for (const path of ${JSON.stringify(sources)}) await import(path);
  console.log(JSON.stringify(known));`;

test('WebAssembly validates every kernel, so that none falls back to the slow plain code', () => {
  expect(sources.length).toBeGreaterThan(5);
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', IMPORT], { encoding: 'utf8' });
  expect(JSON.parse(told)).toEqual(sources.map(() => true));
});
