import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MutateOptions, mutate } from './mutate.ts';
import { describe } from './print.ts';
import type { Report } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'mfuko-mutate-test-'));
const reportFile = join(folder, 'report.json');
const options: MutateOptions = {
  targets: ['scripts/mutate/planted'],
  tests: ['scripts/mutate/planted'],
  sample: 1,
  seed: '1',
  workers: 2,
  again: 'all',
  listOnly: false,
  spareMs: 3_000,
  folder,
  reportFile,
  log: () => undefined,
};
let report: Report;

beforeAll(async () => {
  const made = await mutate(options);
  if (!made) throw new Error('There is no report.');
  report = made;
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fatesOf(...fates: string[]): string[] {
  return report.outcomes.filter(({ fate }) => fates.includes(fate)).map((one) => `${one.line} ${one.change}`);
}

test('mutate reports a mutant that a test notices as caught, also in a worker thread', () => {
  expect(fatesOf('caught', 'timeout')).toEqual(
    expect.arrayContaining(['3 < → <=', '3 pieces < 1 → false', '4 pieces >= 10 → false', '5 - → +', '4 * → /']),
  );
});

test('mutate reports untested boundaries as survived, and code that is never called as unreached', () => {
  const inPrice = ['4 ?. → .', '4 ?. → .', '4 >= → >', '4 10 → 10 + 1', '4 10 → 10 - 1'];
  // The mutants of line 3 are of a file whose tests have nothing to do with those that failed just before.
  expect(fatesOf('survived')).toEqual([...inPrice, '3 > → >=', '3 500 → 500 + 1', '3 500 → 500 - 1']);
  expect(fatesOf('unreached')).toEqual(['15 !a → a']);
});

test('mutate stops an endless mutant and reports it as timed out', () => {
  expect(fatesOf('timeout')).toContain('10 !list.pop() → false');
});

test('describe lists survivors with their places, and leaves those with a reason out of the score', () => {
  const words = describe(report, []);
  expect(words).toContain('scripts/mutate/planted/price.ts:4  comparison  >= → >');
  const survivor = report.outcomes.find(({ change }) => change === '>= → >');
  const { file = '', text = '', change = '' } = survivor ?? {};
  const explained = describe(report, [{ file, text, change, reason: 'nobody buys ten' }]);
  expect(explained).toContain('>= → >: nobody buys ten');
  expect(scoreIn(explained)).toBeGreaterThan(scoreIn(words));
});

test('mutate resumes an interrupted run with the remaining mutants only', async () => {
  const { outcomes } = report;
  const left = outcomes.filter(({ change }) => change !== '>= → >').map((one) => ({ ...one, by: 'an earlier run' }));
  writeFileSync(reportFile, JSON.stringify({ ...report, outcomes: left }));
  const tried: string[] = [];
  const resumed = await mutate({ ...options, again: 'rest', log: (line) => tried.push(line) });
  expect(resumed?.outcomes.length).toBe(outcomes.length);
  expect(tried.filter((line) => line.startsWith('1/'))).toEqual([expect.stringContaining('>= → >  survived')]);
  expect(tried.some((line) => line.startsWith('2/'))).toBe(false);
  expect(JSON.parse(readFileSync(reportFile, 'utf8'))).toEqual(resumed);
}, 120_000);

function scoreIn(words: string): number {
  return Number(/(\d+\.\d) {3}\d+\.\d to .* scripts\/mutate\/planted$/m.exec(words)?.[1]);
}
