import { expect, test } from 'vitest';
import { directionExactly, directionOf } from './direction.ts';
import { DIRECTIONS } from './waves.ts';

test('directionOf gives the same direction as the arc tangent, also halfway between two', () => {
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
])('directionOf gives the same direction as the arc tangent for %f and %f', (cos, sin) => {
  expect(directionOf(cos, sin)).toBe(directionExactly(cos, sin));
});
