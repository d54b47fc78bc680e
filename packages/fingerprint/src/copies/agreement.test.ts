import { describe, expect, test } from 'vitest';
import type { Template } from '../template/template.ts';
import { agreement, fineTune } from './agreement.ts';
import type { Movement } from './lay-out.ts';
import { COPY_THRESHOLD } from './likeness.ts';
import type { Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

const WIDTH = 120;
const HEIGHT = 90;
/** Ridges that run in all directions somewhere, so that no shift along them lays them on one another again. */
const heightAt = (x: number, y: number) => 20 * Math.sin(x / 3 + 0.012 * y * y + 2 * Math.sin(x / 25) + y / 7);
const relief: Relief = {
  width: WIDTH,
  height: HEIGHT,
  level: Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => heightAt(at % WIDTH, Math.floor(at / WIDTH))),
};
const NOT_MOVED: Movement = { c: 1, s: 0, x0: 0, y0: 0 };

function movementOf(turn: number, size: number, x0: number, y0: number): Movement {
  return { c: size * Math.cos(turn), s: size * Math.sin(turn), x0, y0 };
}

/** The relief's own points as they lie after a movement, every third of them. */
function sketchOf({ c, s, x0, y0 }: Movement, sign = (level: number) => Math.sign(level)): Sketch {
  const points = Array.from({ length: WIDTH * HEIGHT }, (_, at) => [at % WIDTH, Math.floor(at / WIDTH)] as const)
    .filter(([x, y]) => (x + 2 * y) % 3 === 0 && Math.abs(heightAt(x, y)) > 8)
    .map(([x, y]) => [c * x - s * y + x0 + 500, s * x + c * y + y0 + 500, sign(heightAt(x, y))] as const);
  return {
    template: {} as Template,
    x: Uint16Array.from(points, ([x]) => Math.round(x)),
    y: Uint16Array.from(points, ([, y]) => Math.round(y)),
    sign: Int8Array.from(points, ([, , each]) => each),
  };
}

/** The same movement among the sketched points, which are none below 0. */
const there = ({ c, s, x0, y0 }: Movement): Movement => ({ c, s, x0: x0 + 500, y0: y0 + 500 });

const WAYS = [
  NOT_MOVED,
  movementOf(0, 1, -31, 17),
  movementOf(0.4, 1, 12, -8),
  movementOf(-2.1, 1.06, 3, 40),
  movementOf(0.2, 0.94, 0, 0),
];

describe('agreement of two pictures', () => {
  test.each(WAYS)('is above 0.97 under the true movement, and below -0.97 for the negative: $c, $s', (movement) => {
    expect(agreement(relief, sketchOf(movement), there(movement))).toBeGreaterThan(0.97);
    expect(
      agreement(
        relief,
        sketchOf(movement, (level) => -Math.sign(level)),
        there(movement),
      ),
    ).toBeLessThan(-0.97);
  });

  test('is near zero if half of the points are inverted', () => {
    let at = 0;
    const half = sketchOf(NOT_MOVED, (level) => (at++ % 2 === 0 ? 1 : -1) * Math.sign(level));
    expect(Math.abs(agreement(relief, half, there(NOT_MOVED)))).toBeLessThan(0.01);
  });

  test('is zero if too few points overlap', () => {
    expect(agreement(relief, sketchOf(NOT_MOVED), there(movementOf(0, 1, WIDTH - 4, 0)))).toBe(0);
    expect(agreement(relief, sketchOf(NOT_MOVED), there(movementOf(0, 1, 0, HEIGHT)))).toBe(0);
  });

  test('ignores points that are neither ridge nor valley', () => {
    const faint: Relief = { ...relief, level: relief.level.map((level) => level / 10) };
    expect(agreement(faint, sketchOf(NOT_MOVED), there(NOT_MOVED))).toBe(0);
  });
});

describe('fineTune', () => {
  test.each([
    ['to the right and down', (turn: number, size: number, x: number, y: number) => [turn, size, x + 1.5, y + 1]],
    ['to the left and up', (turn: number, size: number, x: number, y: number) => [turn, size, x - 1, y - 1.5]],
    ['turned', (turn: number, size: number, x: number, y: number) => [turn + 0.025, size, x, y]],
    ['turned back', (turn: number, size: number, x: number, y: number) => [turn - 0.025, size, x, y]],
    ['too large', (turn: number, size: number, x: number, y: number) => [turn, size * 1.02, x, y]],
    ['too small', (turn: number, size: number, x: number, y: number) => [turn, size * 0.98, x, y]],
  ] as const)('corrects a movement that is %s', (_name, disturb) => {
    for (const [turn, size, x, y] of [
      [0, 1, 0, 0],
      [0.5, 1.04, 14, -9],
      [-1.2, 0.96, -20, 30],
    ] as const) {
      const sketch = sketchOf(movementOf(turn, size, x, y));
      const [otherTurn, otherSize, otherX, otherY] = disturb(turn, size, x, y);
      const out = there(movementOf(otherTurn!, otherSize!, otherX!, otherY!));
      expect(Math.abs(agreement(relief, sketch, out))).toBeLessThan(COPY_THRESHOLD - 0.03);
      expect(fineTune(relief, sketch, out)).toBeGreaterThan(COPY_THRESHOLD);
    }
  });

  test('rotates and scales about the middle of the picture', () => {
    // Both at once: about a corner either would shift the far side by more than a ridge.
    const movement = movementOf(0.5, 1.04, 14, -9);
    const [mx, my] = [WIDTH / 2, HEIGHT / 2];
    const out = movementOf(0.5 + 0.03, 1.04 * 1.02, 0, 0);
    const placed = {
      ...out,
      x0: movement.c * mx - movement.s * my + movement.x0 - out.c * mx + out.s * my,
      y0: movement.s * mx + movement.c * my + movement.y0 - out.s * mx - out.c * my,
    };
    const sketch = sketchOf(movement);
    expect(agreement(relief, sketch, there(placed))).toBeLessThan(0.8);
    expect(fineTune(relief, sketch, there(placed))).toBeGreaterThan(COPY_THRESHOLD);
  });

  test('never lowers the agreement', () => {
    const sketch = sketchOf(NOT_MOVED);
    expect(fineTune(relief, sketch, there(NOT_MOVED))).toBeGreaterThanOrEqual(
      agreement(relief, sketch, there(NOT_MOVED)),
    );
  });
});
