import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NIGHTLY_TESTS } from './nightly-tests.ts';
import { ROOT } from './sources.ts';

test.each(NIGHTLY_TESTS)('%s, left to the nightly run, is there', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});
