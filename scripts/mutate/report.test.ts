import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../sources.ts';
import { type Explanation, type Outcome, type Report, readJson, scoresOf, staleExplanations } from './report.ts';

function outcome(target: string, change: string, fate: Outcome['fate']): Outcome {
  return { key: change, target, file: `${target}/a.ts`, line: 1, kind: 'number', change, text: 'x = 1;', fate, by: '' };
}

const report: Report = {
  sample: 0.5,
  seed: '1',
  tests: [],
  mutants: { one: 8, other: 2 },
  outcomes: [
    outcome('one', 'a', 'caught'),
    outcome('one', 'b', 'timeout'),
    outcome('one', 'c', 'survived'),
    outcome('one', 'd', 'unreached'),
    outcome('other', 'e', 'survived'),
  ],
};

test('the score counts caught and timed-out mutants, for each target and in total', () => {
  const scores = scoresOf(report, []).map(({ target, mutants, caught, tried, share }) => [
    target,
    mutants,
    caught,
    tried,
    share,
  ]);
  expect(scores).toEqual([
    ['one', 8, 2, 4, 0.5],
    ['other', 2, 0, 1, 0],
    ['all', 10, 2, 5, 0.4],
  ]);
});

test('a reason takes a survivor out of the score, by change or by line, but not a caught mutant', () => {
  const reason = { file: 'one/a.ts', text: 'x = 1;', reason: 'nobody can tell' };
  const shares = (...explanations: Parameters<typeof scoresOf>[1]) =>
    scoresOf(report, explanations).map(({ explained, share }) => [explained, share]);
  expect(shares({ ...reason, change: 'c' })[0]).toEqual([1, 2 / 3]);
  expect(shares(reason)[0]).toEqual([2, 1]);
  expect(shares({ ...reason, change: 'a' })[0]).toEqual([0, 0.5]);
});

test('staleExplanations reports reasons whose line or file no longer exists', () => {
  const of = (file: string, text: string) => ({ file, text, reason: 'nobody can tell' });
  const explanations = [of('here.ts', 'x = 1;'), of('here.ts', 'x = 2;'), of('gone.ts', 'x = 1;')];
  const sourceOf = (file: string) => (file === 'here.ts' ? 'let x;\n  x = 1;\n' : undefined);
  expect(staleExplanations(explanations, sourceOf)).toEqual(explanations.slice(1));
});

test('each reason in equivalent.json matches an existing line', () => {
  const explanations = readJson<Explanation[]>(join(ROOT, 'scripts/mutate/equivalent.json')) ?? [];
  expect(explanations.length).toBeGreaterThan(0);
  const sourceOf = (file: string) =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined;
  expect(staleExplanations(explanations, sourceOf)).toEqual([]);
});
