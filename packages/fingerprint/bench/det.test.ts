import { describe, expect, it } from 'vitest';
import { detPoints, drawDet } from './det.ts';

/** 1,000 strangers at 0 to 99.9, and own fingers of which a tenth stays at 50. */
const scores = {
  genuine: Float64Array.from({ length: 100 }, (_, k) => (k < 10 ? 50 : 200)),
  impostor: Float64Array.from({ length: 1000 }, (_, k) => k / 10),
};

describe('DET curves', () => {
  it('give the false non-match rate from the lowest false match rate that the pairs support', () => {
    const points = detPoints(scores);
    expect(points[0]).toEqual({ fmr: 0.1, fnmr: 10 });
    expect(points.at(-1)).toEqual({ fmr: 10, fnmr: 10 });
    const better = detPoints({ ...scores, genuine: scores.genuine.map((score) => score + 45) });
    expect(better.find(({ fmr }) => fmr > 1)!.fnmr).toBe(10);
    expect(better.at(-1)!.fnmr).toBe(0);
  });

  it("are drawn on the axes' scales, with a dot at the threshold and the name escaped", () => {
    const drawn = drawDet([{ name: 'A<B', scores }], [99]);
    expect(drawn).toContain('A&lt;B');
    // 1 % lies three quarters across from 0.001 to 10, and 10 % of 0.1 to 30 at log(100) / log(300) of the height.
    const y = Math.round(10 * (384 - (364 * Math.log(100)) / Math.log(300))) / 10;
    expect(drawn).toContain(`<circle cx="406" cy="${y}"`);
    expect(drawn.length).toBeLessThan(20_000);
  });
});
