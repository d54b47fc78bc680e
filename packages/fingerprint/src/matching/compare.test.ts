import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import type { GreyImage } from '../image.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import type { Template } from '../template/template.ts';
import { decodeTemplate, encodeTemplate } from '../template/template.ts';
import {
  bestOdds,
  bestScore,
  compare,
  compareToProbe,
  prepareProbe,
  STRANGERS,
  symmetricLogOdds,
  tried,
} from './compare.ts';
import { scoreOf } from './score.ts';
import { GATE_THRESHOLD, IDENTIFY_THRESHOLD, MONEY_THRESHOLD } from './thresholds.ts';

const FINGERS = [101, 102, 103, 104, 105, 106, 107, 108].map(makeFinger);
const enrolled: Template[][] = FINGERS.map((finger) =>
  [1, 2, 3].map((seed) => extractTemplate(impress(finger, { seed }))),
);

describe('comparing two impressions', () => {
  test('of one finger scores above the gate threshold', () => {
    const scores = enrolled.flatMap(([a, b, c]) => [compare(a!, b!), compare(a!, c!), compare(b!, c!)]);
    expect(Math.min(...scores)).toBeGreaterThan(GATE_THRESHOLD);
  });

  test('of two fingers scores below the gate threshold', () => {
    const scores: number[] = [];
    for (let i = 0; i < enrolled.length; i++) {
      for (let j = i + 1; j < enrolled.length; j++) scores.push(compare(enrolled[i]![0]!, enrolled[j]![1]!));
    }
    expect(scores.length).toBe(28);
    expect(Math.max(...scores)).toBeLessThan(GATE_THRESHOLD);
  });

  test('of one finger matches in any rotation and position', () => {
    const upright = extractTemplate(impress(FINGERS[0]!, { seed: 20, rotation: 0, shiftX: 0, shiftY: 0 }));
    for (const rotation of [-0.8, 0.4, 1.6, 3.1]) {
      const turned = impress(FINGERS[0]!, { seed: 21, rotation, shiftX: 25, shiftY: -30, width: 400 });
      expect(compare(upright, extractTemplate(turned))).toBeGreaterThan(MONEY_THRESHOLD);
    }
  });

  test('pairs minutiae along distorted skin', () => {
    // The sign counts minutiae without a partner, and three more.
    const alone = enrolled.map(([touch]) => {
      bestOdds(prepareProbe(touch!), pushed(touch!, 60));
      return tried[5]! - 3;
    });
    expect(alone.reduce((sum, each) => sum + each)).toBeLessThan(12);
  });

  test('scores half the fit if all minutiae types differ', () => {
    const touch = enrolled[0]![0]!;
    const fitOf = (other: Template) => {
      bestOdds(prepareProbe(touch), other);
      return tried[0]!;
    };
    expect(fitOf({ ...touch, type: touch.type.map((type) => 1 - type) }) / fitOf(touch)).toBeCloseTo(0.5, 6);
  });

  test('is repeatable, also after other comparisons and after encoding', () => {
    const [a, b] = enrolled[0]!;
    const first = compare(a!, b!);
    compare(enrolled[1]![0]!, enrolled[2]![0]!);
    expect(compare(a!, b!)).toBe(first);
    expect(compareToProbe(prepareProbe(a!), decodeTemplate(encodeTemplate(b!)))).toBe(first);
  });

  test('is symmetric, by the mean of both directions', () => {
    for (const [a, b] of enrolled) {
      const ways = [bestOdds(prepareProbe(a!), b!), bestOdds(prepareProbe(b!), a!)];
      expect(ways[0]).not.toBe(ways[1]);
      expect(compare(a!, b!)).toBe(scoreOf((ways[0]! + ways[1]!) / 2));
      expect(compare(b!, a!)).toBe(compare(a!, b!));
    }
  });

  test('of strangers stops after one direction below the stranger threshold', () => {
    const ways = { one: 0, both: 0 };
    for (const [i, [a]] of enrolled.entries())
      for (const [, b] of enrolled.slice(i + 1)) {
        const there = bestOdds(prepareProbe(a!), b!);
        const back = bestOdds(prepareProbe(b!), a!);
        ways[there < STRANGERS ? 'one' : 'both'] += 1;
        expect(symmetricLogOdds(prepareProbe(a!), b!)).toBe(there < STRANGERS ? there : (there + back) / 2);
      }
    expect(Math.min(ways.one, ways.both)).toBeGreaterThan(0);
    expect(scoreOf(STRANGERS)).toBeLessThan(10);
  });
});

describe('comparing a probe', () => {
  test('with several enrolled impressions returns the best score', () => {
    const probe = prepareProbe(extractTemplate(impress(FINGERS[3]!, { seed: 9 })));
    const scores = enrolled[3]!.map((template) => compareToProbe(probe, template));
    expect(bestScore(probe, enrolled[3]!)).toBe(Math.max(...scores));
    expect(bestScore(probe, [])).toBe(0);
  });

  test('with eight fingers identifies its own, and only that reaches the gate threshold', () => {
    const probe = prepareProbe(extractTemplate(impress(FINGERS[5]!, { seed: 30 })));
    const scores = enrolled.map((templates) => bestScore(probe, templates));
    expect(scores.indexOf(Math.max(...scores))).toBe(5);
    expect(scores[5]).toBeGreaterThan(IDENTIFY_THRESHOLD);
    expect(scores.filter((score) => score >= GATE_THRESHOLD)).toHaveLength(1);
  });

  test('without a finger scores 0, even with itself', () => {
    const flat = extractTemplate(picture(300, 400, () => 250));
    expect(compare(flat, flat)).toBe(0);
    expect(bestScore(prepareProbe(flat), enrolled.flat())).toBe(0);
  });

  test('of noise scores below the gate threshold with every finger', () => {
    let state = 7;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    for (const grain of [1, 3, 5]) {
      const noise = picture(300, 400, () => 0);
      const rough = Float32Array.from({ length: 300 * 400 }, () => random() * 255);
      for (let y = 0; y < 400; y++) {
        for (let x = 0; x < 300; x++)
          noise.pixels[y * 300 + x] = rough[Math.floor(y / grain) * 300 + Math.floor(x / grain)]!;
      }
      expect(bestScore(prepareProbe(extractTemplate(noise)), enrolled.flat())).toBeLessThan(GATE_THRESHOLD);
    }
  });
});

/** The template of a finger both of whose ends are pushed downwards, the less the nearer to its middle. */
function pushed(t: Template, pixels: number): Template {
  const y = t.y.map((place) => Math.min(t.height - 1, Math.round(place + pixels * ((2 * place) / t.height - 1) ** 2)));
  return { ...t, y };
}

function picture(width: number, height: number, grey: (x: number, y: number) => number): GreyImage {
  return {
    width,
    height,
    dpi: 500,
    pixels: Uint8Array.from({ length: width * height }, (_, i) => grey(i % width, Math.floor(i / width))),
  };
}
