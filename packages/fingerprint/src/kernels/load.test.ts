import { afterEach, expect, test, vi } from 'vitest';
import { add, each, int, multiply, routine, sameInt4, write4 } from './assemble.ts';
import { loadKernel } from './load.ts';

/** Writes 100,000 times the number of each step, as four. */
const steps = routine('steps', 2, (frame, at, count) => {
  const k = frame.i32();
  const here = add(at!.get, multiply(k.get, int(16)));
  return each(k, int(0), count!.get, 1, write4(here, sameInt4(multiply(k.get, int(100_000)))));
});

afterEach(() => vi.unstubAllGlobals());

test('loadKernel runs a routine as written, in memory that grows', () => {
  const kernel = loadKernel([steps]);
  const memory = kernel!.memory(200_000);
  kernel!.routine('steps')(160_000, 3);
  expect([...new Int32Array(memory, 160_000, 16)]).toEqual(
    [0, 100_000, 200_000, 0].flatMap((value) => [value, value, value, value]),
  );
});

test('loadKernel returns null without WebAssembly, or for unknown instructions', () => {
  expect(loadKernel([{ ...steps, code: [2, 0, 0xff] }])).toBeNull();
  vi.stubGlobal('WebAssembly', undefined);
  expect(loadKernel([steps])).toBeNull();
});
