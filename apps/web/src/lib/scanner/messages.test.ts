import { expect, test } from 'vitest';
import enProblems from '../../locales/en/problems.json';
import enSchool from '../../locales/en/school.json';
import swProblems from '../../locales/sw/problems.json';
import swSchool from '../../locales/sw/school.json';
import { readMessage } from './messages.ts';

test.each(['flatter', 'wipe', 'dry', 'wet', 'middle'] as const)(
  'readMessage reads the advice %s, which has texts in both languages for each fingerprint problem',
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

test('readMessage ignores an unknown advice', () => {
  expect(readMessage(JSON.stringify({ type: 'advice', advice: 'sideways' }))).toBeNull();
});
