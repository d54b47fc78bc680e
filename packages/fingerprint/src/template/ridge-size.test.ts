import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { emptyTemplate } from '../extraction/pack.ts';
import { atWorkingResolution } from '../extraction/resample.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { expectedPeriod, isImpossiblyNarrow, isTooSmall, oddRatio, outgrows, shareOfExpected } from './ridge-size.ts';

const fingers = [3, 17, 29].map(makeFinger);
/** Templates of fingers `share` times as large; of a reader of that share of 500 dpi which calls itself 500. */
const templatesAt = (share: number, seed = 1) =>
  fingers.map((finger) => {
    const image = impress(finger, { seed });
    return extractTemplate(atWorkingResolution({ ...image, dpi: image.dpi / share }));
  });
const [whole, again, narrow] = [templatesAt(1), templatesAt(1, 2), templatesAt(0.55)];
const none = emptyTemplate();

describe('the ridge size', () => {
  test('expected for an age grows with it, and an unknown age counts as the youngest', () => {
    const periods = [null, 4, 6, 10, 14, 18, 40].map(expectedPeriod);
    expect(periods[0]).toBe(periods[1]);
    expect(periods.slice(1)).toEqual(periods.slice(1).toSorted((a, b) => a - b));
    expect(periods.at(-1)).toBe(9);
  });

  test("is impossibly narrow only for an adult's finger scanned at a wrong resolution", () => {
    expect(narrow.map((each) => isImpossiblyNarrow(each, 18))).toEqual([true, true, true]);
    expect(narrow.map((each) => isImpossiblyNarrow(each, 6))).toEqual([false, false, false]);
    expect(narrow.map((each) => isImpossiblyNarrow(each, null))).toEqual([false, false, false]);
    expect(whole.map((each) => isImpossiblyNarrow(each, 18))).toEqual([false, false, false]);
    expect(isImpossiblyNarrow(none, 18)).toBe(false);
  });

  test("of several fingers tells whether their reader's resolution is too small", () => {
    const of = (templates: typeof whole, years: number | null) =>
      shareOfExpected(templates.map((template) => ({ template, years })));
    expect(isTooSmall(of(narrow, 18))).toBe(true);
    expect(isTooSmall(of(whole, 18))).toBe(false);
    expect(isTooSmall(of(narrow, 5))).toBe(false);
    expect(of([none], 18)).toBe(1);
    expect(of([none, ...whole], 18)).toBe(of(whole, 18));
  });

  test('of a touch is odd if it is far smaller or larger than all enrolled impressions', () => {
    for (const [k, template] of narrow.entries())
      expect(oddRatio(template, [whole[k]!, again[k]!])).toBeCloseTo(0.55, 1);
    for (const [k, template] of whole.entries())
      expect(oddRatio(template, [templatesAt(0.55)[k]!])).toBeCloseTo(1.8, 0);
    for (const [k, template] of again.entries()) expect(oddRatio(template, [whole[k]!])).toBeNull();
    for (const [k, template] of templatesAt(0.7).entries())
      expect(oddRatio(whole[k]!, [template])).toBeCloseTo(1.43, 1);
    // A child who has grown by a fifth since.
    expect(oddRatio(whole[0]!, [templatesAt(0.83)[0]!])).toBeNull();
    // One impression of its own size is enough: the other one may be older.
    expect(oddRatio(narrow[0]!, [whole[0]!, narrow[0]!])).toBeNull();
    expect([oddRatio(none, whole), oddRatio(whole[0]!, []), oddRatio(whole[0]!, [none])]).toEqual([null, null, null]);
  });

  test("that a wrong resolution enlarges exceeds a child's growth, and true growth never does", () => {
    expect([1.43, 1.67].map((ratio) => outgrows(ratio, 0))).toEqual([true, true]);
    expect([1.43, 1.67].map((ratio) => outgrows(ratio, 3))).toEqual([false, true]);
    for (const from of [4, 6, 10, 14])
      for (const years of [1, 3, 10])
        expect(outgrows((1.25 * expectedPeriod(from + years)) / expectedPeriod(from), years)).toBe(false);
  });
});
