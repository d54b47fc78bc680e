import { expect, test } from 'vitest';
import type { Comparison } from './comparison.ts';
import { drawEqualError, meanOf, showEqualError } from './equal-error.ts';

const pair = (one: string, other: string, score: number): Comparison => ({ one, other, score, quality: 100 });
const PERSONS = ['a', 'b', 'c', 'd', 'e'];

/** Five persons with four touches of a finger; those in `failing` are like strangers to themselves. */
function compared(...failing: readonly string[]) {
  const touches = [0, 1, 2, 3];
  const genuinePairs = PERSONS.flatMap((p) => touches.map((k) => pair(p, p, failing.includes(p) ? 5 + k : 80 + k)));
  const impostorPairs = PERSONS.flatMap((p, k) =>
    PERSONS.slice(0, k).flatMap((other, l) => touches.map((t) => pair(p, other, 4 + ((k + l + t) % 5)))),
  );
  return { genuinePairs, impostorPairs };
}

test('the equal error rate is 0 without errors, and between 5 and 20 % with one of five persons failing', () => {
  expect(drawEqualError(compared())).toMatchObject({ share: 0 });
  const one = drawEqualError(compared('b'));
  expect(one.share).toBeGreaterThan(5);
  expect(one.share).toBeLessThanOrEqual(20);
});

test('the bootstrap draws whole persons: samples without the failing one have rate 0', () => {
  const { drawn } = drawEqualError(compared('b'));
  const none = drawn.filter((share) => share === 0).length / drawn.length;
  expect(none).toBeCloseTo(0.8 ** 5, 1);
  expect(Math.max(...drawn)).toBeGreaterThan(30);
});

test("meanOf averages the sets' samples one by one, and shows a 95 % interval", () => {
  const [some, none] = [drawEqualError(compared('b')), drawEqualError(compared())];
  const mean = meanOf([some, none]);
  expect(mean.share).toBe(some.share / 2);
  expect(mean.drawn).toEqual(some.drawn.map((share) => share / 2));
  expect(showEqualError({ share: 1.234, drawn: Array.from({ length: 1_000 }, (_, k) => k) })).toBe(
    '1.23 (25.00 to 975.00)',
  );
});
