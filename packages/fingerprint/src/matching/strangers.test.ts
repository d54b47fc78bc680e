import { expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { compare } from './compare.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from './thresholds.ts';

const FINGERS = 48;
/** Pairs of 1,128 that may reach the threshold of the gate, which one in a thousand strangers does. */
const AT_THE_GATE = 3;

test('48 synthetic fingers match none but themselves for money, and at most 3 pairs at the gate', () => {
  const fingers = Array.from({ length: FINGERS }, (_, place) => makeFinger(1_000 + place));
  const templates = fingers.map((finger, place) => extractTemplate(impress(finger, { seed: place + 1 })));
  const strangers = templates.flatMap((one, place) => templates.slice(0, place).map((other) => compare(one, other)));
  expect(strangers).toHaveLength((FINGERS * (FINGERS - 1)) / 2);
  expect(strangers.filter((score) => score >= MONEY_THRESHOLD)).toEqual([]);
  expect(strangers.filter((score) => score >= GATE_THRESHOLD).length).toBeLessThanOrEqual(AT_THE_GATE);
  const again = fingers.map((finger, place) => extractTemplate(impress(finger, { seed: 900 + place })));
  expect(again.filter((template, place) => compare(template, templates[place]!) < MONEY_THRESHOLD)).toEqual([]);
}, 600_000);
