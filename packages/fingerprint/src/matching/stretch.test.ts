import { describe, expect, test } from 'vitest';
import type { Template } from '../template/template.ts';
import { moved, stretch } from './stretch.ts';

/** A template of minutiae at such places. */
function at(...places: readonly (readonly [x: number, y: number])[]): Template {
  const none = new Uint8Array(places.length);
  return {
    ...{ width: 640, height: 640, direction: none, type: none, quality: none },
    ...{ orientation: new Uint8Array(1600), period: new Uint8Array(1600) },
    x: Uint16Array.from(places, ([x]) => x),
    y: Uint16Array.from(places, ([, y]) => y),
  };
}

/** Shifts of the minutiae by the first so many of them, which pair with those that skin pushed `push` away. */
function followed(
  places: readonly (readonly [x: number, y: number])[],
  pairs: number,
  push: (x: number, y: number) => readonly [x: number, y: number],
) {
  const skin = at(...places);
  moved.x.set(skin.x);
  moved.y.set(skin.y);
  const each = Uint8Array.from(places, (_, k) => k);
  stretch(skin, at(...places.map(([x, y]) => [x + push(x, y)[0], y + push(x, y)[1]] as const)), {
    count: pairs,
    ...{ a: each, b: each },
  });
  return places.map(([x, y], k) => ({ x: moved.x[k]! - x, y: moved.y[k]! - y }));
}

/** Forty in a block of 80 by 140 pixels. */
const places = Array.from({ length: 40 }, (_, k) => [200 + 20 * (k % 5), 200 + 20 * Math.floor(k / 5)] as const);

describe('the stretch of the skin', () => {
  test('moves a minutia along with the pairs around it', () => {
    for (const { x, y } of followed(places, 40, () => [9, -6])) {
      expect(x).toBeGreaterThan(8);
      expect(x).toBeLessThan(9);
      expect(y).toBeCloseTo((-6 * x) / 9, 3);
    }
  });

  test('extrapolates its growth up to the edge', () => {
    // From 0 at the top of the block to 14 pixels at its foot. By a mean of the pairs around it alone the first would lie off by 2.8 and the last by 3.2.
    const downwards = followed(places, 40, (_, y) => [0, (y - 200) / 10]);
    expect(downwards[0]!.y).toBeLessThan(1.5);
    expect(downwards[39]!.y).toBeGreaterThan(12);
    const turned = places.map(([x, y]) => [y, x] as const);
    const sideways = followed(turned, 40, (x) => [(x - 200) / 10, 0]);
    expect(sideways[39]!.x).toBeCloseTo(downwards[39]!.y, 3);
  });

  test('of a minutia ignores its own pair, and is zero without pairs', () => {
    const lonely = followed([[300, 300]], 1, () => [7, 7]);
    expect(lonely[0]!.x).toBeCloseTo(0, 5);
    const none = followed(places, 0, () => [7, 7]);
    expect(none.every(({ x, y }) => x === 0 && y === 0)).toBe(true);
    const strayed = followed(places, 40, (x, y) => (x === 240 && y === 220 ? [0, 10] : [0, 0]));
    expect(Math.abs(strayed[7]!.y)).toBeLessThan(1e-4);
    expect(strayed[8]!.y).toBeGreaterThan(0.2);
  });
});
