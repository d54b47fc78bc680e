import { expect, test } from 'vitest';
import { directionExactly, directionOf } from './direction.ts';
import { DIRECTIONS } from './waves.ts';

test('the nearest direction is the one that the arc tangent gives, on the middle between two as well', () => {
  const steps = 64 * DIRECTIONS;
  for (let k = 0; k <= steps; k++) {
    for (const length of [1, 1e-5, 0.3]) {
      for (const beside of [0, 1e-9, -1e-9]) {
        const angle = (2 * Math.PI * k) / steps + beside - Math.PI;
        const [cos, sin] = [length * Math.cos(angle), length * Math.sin(angle)];
        expect(directionOf(cos, sin)).toBe(directionExactly(cos, sin));
      }
    }
  }
});

test.each([
  [0, 0],
  [-0, 0],
  [0, -0],
  [-0, -0],
  [-1, -0],
  [1, -0],
  [1, 1],
  [-1, 1],
])('of %f and %f too', (cos, sin) => {
  expect(directionOf(cos, sin)).toBe(directionExactly(cos, sin));
});
