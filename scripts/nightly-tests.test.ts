import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { NIGHTLY_TESTS } from './nightly-tests.ts';
import { ROOT } from './sources.ts';

afterAll(() => vi.unstubAllEnvs());

test.each(NIGHTLY_TESTS)('%s, left to the nightly run, is there', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});

test('the run of a change leaves them out, whichever project is theirs', async () => {
  vi.stubEnv('SUITE', 'change');
  vi.resetModules();
  const { default: config } = await import('../vitest.config.ts');
  const projects = (config.test?.projects ?? []).flatMap((one) =>
    typeof one === 'object' && 'test' in one ? one : [],
  );
  const keeping = projects.flatMap(({ test: of }) =>
    NIGHTLY_TESTS.every((file) => of?.exclude?.includes(file)) ? [] : [String(of?.name)],
  );
  // None of the console's is long.
  expect(keeping).toEqual(['web']);
});
