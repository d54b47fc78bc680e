import { afterEach, describe, expect, test, vi } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { randomFrom } from '../synthetic/random.ts';
import { MAP_CELL, MAX_MINUTIAE, mapCells, type Template } from '../template/template.ts';
import { MAX_CANDIDATES } from './candidates.ts';
import { cellsOf, shared, sumShared, sumSharedPlainly } from './cells.ts';
import { prepareProbe } from './compare.ts';
import { describe as describeMinutiae } from './descriptors.ts';
import { listNear, listNearPlainly, near, setA, setB } from './near.ts';
import { rankByKernel, rankPlainly } from './prefilter.ts';
import { compareByKernel, comparePlainly, type Similarities } from './similarity.ts';
import { moved, stretch, stretchPlainly } from './stretch.ts';
import { listTurned, listTurnedPlainly, turned } from './turned.ts';

/** Minutiae and ridges without any order, so that every number that a template may hold comes up. */
function anything(seed: number, count: number, side: number): Template {
  const random = randomFrom(seed, count);
  const draw = (length: number, below: number) => Array.from({ length }, () => Math.floor(below * random()));
  const cells = mapCells(side) ** 2;
  return {
    width: side,
    height: side,
    x: Uint16Array.from(draw(count, side)),
    y: Uint16Array.from(draw(count, side)),
    direction: Uint8Array.from(draw(count, 256)),
    type: Uint8Array.from(draw(count, 2)),
    quality: Uint8Array.from(draw(count, 101)),
    orientation: Uint8Array.from(draw(cells, 256)),
    period: Uint8Array.from(draw(cells, 3), (period) => 90 * period),
  };
}

// Large ones come before small ones: nothing of them may be left in the memory of a kernel.
const TEMPLATES = [
  anything(1, MAX_MINUTIAE, 300),
  anything(2, 61, 200),
  ...[1, 2].map((seed) => extractTemplate(impress(makeFinger(41), { seed }))),
  anything(3, 1, 90),
  anything(4, 17, 2_000),
];
const PAIRS = TEMPLATES.flatMap((a) => TEMPLATES.map((b) => [a, b] as const));

describe('WebAssembly equals plain code to the last bit', () => {
  test('for the similarities of minutiae', () => {
    const copy = (found: Similarities | null, rows: number) => ({
      ...found,
      steps: found?.steps.slice(0, rows * found.rowLength),
      listed: found?.listed.slice(0, found.count),
    });
    let alike = 0;
    for (const [a, b] of PAIRS) {
      const [of, and] = [describeMinutiae(a), describeMinutiae(b)];
      for (const [most, few] of [
        [MAX_CANDIDATES, 24],
        [5, 5],
        [1, 0],
      ] as const) {
        const fast = copy(compareByKernel(of, and, most, few), a.x.length);
        expect(fast).toEqual(copy(comparePlainly(of, and, most, few), a.x.length));
        alike += fast.listed?.length ?? 0;
      }
    }
    expect(alike).toBeGreaterThan(500);
  });

  test('for the list of pairs that lie near each other', () => {
    let found = 0;
    for (const [a, b] of PAIRS) {
      setB(b);
      for (const apart of [3, 20]) {
        setA(
          Float32Array.from(a.x, (x) => 1.07 * x - 20.3),
          Float32Array.from(a.y),
          a.direction,
          -300,
        );
        const lists = [listNear, listNearPlainly].map((list) => {
          list(a.x.length, b.x.length, apart, 20);
          return near.pairs.slice(0, near.count);
        });
        expect(lists[0]).toEqual(lists[1]);
        found += near.count;
      }
    }
    expect(found).toBeGreaterThan(200);
  });

  test('for the stretch of the skin', () => {
    let shifted = 0;
    for (const [a, b] of PAIRS) {
      const count = Math.min(a.x.length, b.x.length, 40);
      const pairs = { count, a: Uint8Array.from({ length: count }, (_, k) => count - 1 - k), b: new Uint8Array(count) };
      const lay = () => {
        moved.x.set(a.x);
        moved.y.set(a.y);
      };
      const copy = () => [moved.x.slice(0, a.x.length), moved.y.slice(0, a.x.length)];
      lay();
      stretch(a, b, pairs);
      const fast = copy();
      lay();
      stretchPlainly(a.x.length, count);
      expect(fast).toEqual(copy());
      shifted += fast[0]!.filter((x, i) => x !== a.x[i]).length;
    }
    expect(shifted).toBeGreaterThan(500);
  });

  test('for the candidates with a similar rotation', () => {
    const random = randomFrom(5, 5);
    for (const count of [48, 47, 33, 32, 17, 16, 2, 1, 0]) {
      for (const of of [turned.a, turned.b, turned.turn]) of.set(of.map(() => 256 * random()));
      turned.a.set(turned.a.map((a) => a % 20));
      const lists = [listTurned, listTurnedPlainly].map((list) => {
        list(count, 17);
        return turned.pairs.slice(0, turned.count);
      });
      expect(lists[0]).toEqual(lists[1]);
      if (count === 48) expect(turned.count).toBeGreaterThan(50);
    }
  });

  test('for the ranks of a search', () => {
    let ranked = 0;
    for (const [a, b] of PAIRS) {
      const [of, and] = [prepareProbe(a).descriptors, describeMinutiae(b)];
      const rank = rankByKernel(of, and);
      expect(rank).toBe(rankPlainly(of, and));
      if (rank !== null && rank > 0) ranked++;
    }
    expect(ranked).toBeGreaterThan(20);
  });

  test('for the ridges where two impressions overlap', () => {
    let cells = 0;
    for (const [a, b] of PAIRS) {
      for (const turn of [0, 0.3, 2.9]) {
        const by = [Math.cos(turn), Math.sin(turn), 40 / MAP_CELL, -33.3 / MAP_CELL, Math.round(turn * 81)] as const;
        const sums = [sumShared, sumSharedPlainly].map((sum) => {
          sum(cellsOf(a), b, ...by);
          return { ...shared };
        });
        expect(sums[0]).toEqual(sums[1]);
        cells += shared.cells;
      }
    }
    expect(cells).toBeGreaterThan(10_000);
  });
});

describe('the engine without WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('gives every pair the same score to the last bit', async () => {
    const templates = [51, 52, 53, 54]
      .map(makeFinger)
      .flatMap((finger) => [1, 2, 3].map((seed) => extractTemplate(impress(finger, { seed, missing: 0.2 * seed }))));
    const scores = async () => {
      vi.resetModules();
      const { compare } = await import('./compare.ts');
      return templates.map((a) => templates.map((b) => compare(a, b)));
    };
    const fast = await scores();
    vi.stubGlobal('WebAssembly', undefined);
    expect(await scores()).toEqual(fast);
    expect(compareByKernel(describeMinutiae(templates[0]!), describeMinutiae(templates[0]!), 1, 1)).not.toBeNull();
    const { compareByKernel: without } = await import('./similarity.ts');
    expect(without(describeMinutiae(templates[0]!), describeMinutiae(templates[0]!), 1, 1)).toBeNull();
  });
});
