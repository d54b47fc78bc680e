import { expect, test } from 'vitest';
import { randomFrom } from '../synthetic/random.ts';
import type { Template } from '../template/template.ts';
import { agreement } from './agreement.ts';
import { counted, countGroups, countPlainly, countPoints, countUnmoved } from './count.ts';
import { layOut, type Movement, UNMOVED } from './lay-out.ts';
import type { Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

const random = randomFrom(1, 0xc0c);

/** Levels about the ones from which a point is clear, so that many lie just there. */
function reliefOf(width: number, height: number): Relief {
  const level = Float32Array.from({ length: width * height }, (_, at) =>
    at % 5 === 0 ? (random() < 0.5 ? 3 : -3) : 14 * random() - 7,
  );
  return { width, height, level };
}

function sketchOf(points: number, side: number): Sketch {
  return {
    template: {} as Template,
    x: Uint16Array.from({ length: points }, () => side * random()),
    y: Uint16Array.from({ length: points }, () => side * random()),
    sign: Int8Array.from({ length: points }, () => (random() < 0.5 ? 1 : -1)),
  };
}

// Large ones come before small ones: nothing of them may be left in the memory of the kernel.
const reliefs = [reliefOf(300, 220), reliefOf(41, 60), reliefOf(2, 2), reliefOf(1, 1)];
const sketches = [sketchOf(5_000, 320), sketchOf(703, 60), sketchOf(120, 2), sketchOf(0, 1)];
const movements: Movement[] = [
  UNMOVED,
  { c: 0, s: -1, x0: 3, y0: 200 },
  ...Array.from({ length: 20 }, () => {
    const turn = 6.3 * random();
    const size = 0.7 + 0.6 * random();
    return { c: size * Math.cos(turn), s: size * Math.sin(turn), x0: 200 * random() - 50, y0: 200 * random() - 50 };
  }),
];

test('the WebAssembly count of points equals the plain count, whatever ran before', () => {
  const all = { points: 0, alike: 0 };
  for (const movement of movements) {
    for (const relief of reliefs) {
      for (const sketch of sketches) {
        layOut(relief, sketch, movement);
        for (const [from, to] of [
          [0, sketch.x.length],
          [sketch.x.length >> 2, sketch.x.length >> 1],
        ] as const) {
          countPoints(relief, sketch, movement, from, to);
          const quick = { ...counted };
          countPlainly(relief, sketch, movement, from, to);
          expect(quick).toEqual({ ...counted });
          if (from % 4 === 0) {
            countGroups(relief, sketch, movement, from, to);
            expect({ ...counted }).toEqual(quick);
          }
          if (movement === UNMOVED) {
            countUnmoved(relief, sketch, from, to);
            expect({ ...counted }).toEqual(quick);
          }
          all.points += quick.points;
          all.alike += Math.abs(quick.alike);
        }
      }
    }
  }
  expect(Math.min(all.points, all.alike)).toBeGreaterThan(300);
});

/** Counts all of a sketch in groups of four, and as one does without a kernel. */
function countBothWays(relief: Relief, sketch: Sketch, movement: Movement) {
  layOut(relief, sketch, movement);
  countGroups(relief, sketch, movement, 0, sketch.x.length);
  const quick = { ...counted };
  countPlainly(relief, sketch, movement, 0, sketch.x.length);
  return { quick, plain: { ...counted } };
}

test('filled-up groups of four count only the points of the sketch', () => {
  const high = { width: 300, height: 220, level: new Float32Array(300 * 220).fill(7) };
  const { quick, plain } = countBothWays(high, sketches[1]!, UNMOVED);
  expect(quick).toEqual(plain);
  expect(plain.points).toBe(703);
});

test('points exactly at the level limit count the same one by one and in groups of four', () => {
  // So steep that a place which is a hair off is a level that is another.
  const level = Float32Array.from({ length: 300 * 220 }, (_, at) => {
    return Math.max(-120, Math.min(120, 3 + 100 * ((at % 300) - 100.3)));
  });
  const sketch = alongLine();
  for (let k = 0; k < 40; k++) {
    const { c, s } = turnedBy(k);
    const there = { c, s, x0: 200 - c * 100.3, y0: 300 - s * 100.3 };
    const { quick, plain } = countBothWays({ width: 300, height: 220, level }, sketch, there);
    expect(quick).toEqual(plain);
  }
});

/** A turn of three, four and five, which lays the points of `alongLine` on one column but for what is rounded. */
function turnedBy(k: number) {
  const size = 0.8 + 0.01 * k;
  return { c: 0.8 * size, s: 0.6 * size };
}

function alongLine(): Sketch {
  const line = Array.from({ length: 43 }, (_, k) => k);
  return {
    template: {} as Template,
    x: Uint16Array.from(line, (k) => 200 - 3 * k),
    y: Uint16Array.from(line, (k) => 300 + 4 * k),
    sign: Int8Array.from(line, () => 1),
  };
}

test('points on the edge of the picture count the same one by one and in groups of four', () => {
  const high = { width: 300, height: 220, level: new Float32Array(300 * 220).fill(7) };
  const counts: number[] = [];
  for (let k = 0; k < 40; k++) {
    const { quick, plain } = countBothWays(high, alongLine(), { ...turnedBy(k), x0: 200, y0: 300 });
    expect(quick).toEqual(plain);
    counts.push(plain.points);
  }
  expect(Math.max(...counts)).toBeGreaterThan(30);
  expect(Math.min(...counts)).toBeLessThan(10);
});

test('agreement with a required minimum returns the full value, or 0 if that is below the minimum', () => {
  const [relief] = reliefs;
  let given = 0;
  for (const share of [0, 0.2, 0.5, 0.8, 1]) {
    const sketch = sketchOf(3_000, 220);
    for (const [k, x] of sketch.x.entries()) {
      if (random() < share) sketch.sign[k] = Math.sign(relief!.level[sketch.y[k]! * relief!.width + x]!) || 1;
    }
    for (const movement of [movements[0]!, { c: 1, s: 0, x0: 0.4, y0: -0.3 }]) {
      const whole = agreement(relief!, sketch, movement);
      for (let most = 0; most <= 1; most += 0.01) {
        const found = agreement(relief!, sketch, movement, most);
        if (found === whole) continue;
        given++;
        expect(found).toBe(0);
        expect(Math.abs(whole)).toBeLessThan(most);
      }
      // To the last bit: as much as there is already is no more of it.
      expect(agreement(relief!, sketch, movement, Math.abs(whole) - 1e-12)).toBe(whole);
    }
  }
  expect(given).toBeGreaterThan(100);
});
