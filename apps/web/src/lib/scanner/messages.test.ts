import { expect, test } from 'vitest';
import enProblems from '../../locales/en/problems.json';
import enSchool from '../../locales/en/school.json';
import swProblems from '../../locales/sw/problems.json';
import swSchool from '../../locales/sw/school.json';
import { readMessage } from './messages.ts';

test.each(['flatter', 'wipe', 'dry', 'wet', 'middle'] as const)(
  'the word %s is heard from the reader, and told in both languages wherever a touch may fail',
  (advice) => {
    expect(readMessage(JSON.stringify({ type: 'advice', advice }))).toEqual({ kind: 'advice', advice });
    for (const [school, problems] of [
      [enSchool, enProblems],
      [swSchool, swProblems],
    ] as const) {
      const text = school.scanner.advice[advice];
      const { fingerprint } = problems.told;
      expect([text.length > 10, fingerprint[`no-match-${advice}`], fingerprint[`low-quality-${advice}`]]).toEqual([
        true,
        text,
        text,
      ]);
    }
  },
);

test('a word of a newer service is passed over', () => {
  expect(readMessage(JSON.stringify({ type: 'advice', advice: 'sideways' }))).toBeNull();
});
