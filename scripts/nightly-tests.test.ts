import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { NIGHTLY_TESTS } from './nightly-tests.ts';
import { listSources, ROOT } from './sources.ts';

afterAll(() => vi.unstubAllEnvs());

test.each(NIGHTLY_TESTS)('%s, listed as nightly, exists', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const parted = listSources('.test.ts', '.spec.ts').filter((file) => /^import \{ atNight\b/m.test(read(file)));

test.each(parted)('%s, which uses atNight, is not a nightly file and keeps tests for the day', (file) => {
  expect(NIGHTLY_TESTS).not.toContain(file);
  expect(read(file)).toMatch(/^ *(it|test)(\.each)?[(<]/m);
});

test('the run of a change excludes every nightly test from all projects but web', async () => {
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
