import { expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { type Impression, impress, makeFinger } from '../synthetic/finger.ts';
import { prepareProbe } from './compare.ts';
import { highest, rankScore } from './prefilter.ts';

const FINGERS = Array.from({ length: 16 }, (_, k) => makeFinger(700 + k));
const enrolled = FINGERS.map((finger) => extractTemplate(impress(finger, { seed: 1 })));

const WAYS: readonly (readonly [string, Omit<Impression, 'seed'>])[] = [
  ['as a person lays it who takes care', {}],
  ['turned', { rotation: 1.2 }],
  ['half beside the reader', { shiftX: 110, shiftY: 0 }],
  ['dry and dirty', { pressure: 0.2, noise: 0.8, missing: 0.3 }],
];

// A search compares with one student of twenty.
test.each(WAYS)('the prefilter ranks a finger first or second of 16 when it is %s', (_, how) => {
  const places = FINGERS.map((finger, own) => {
    const probe = prepareProbe(extractTemplate(impress(finger, { seed: 2, ...how })));
    const scores = enrolled.map((template) => rankScore(probe, template));
    return scores.filter((score, other) => other !== own && score >= scores[own]!).length;
  });
  expect(Math.max(...places)).toBeLessThanOrEqual(1);
});

test('highest chooses the indexes of the highest scores, or all if there are not more', () => {
  expect(highest([3, 9, 1, 9, 3, 10], 4).sort()).toEqual([0, 1, 3, 5]);
  expect(highest([3, 9], 4)).toEqual([0, 1]);
});
