import { describe, expect, it } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { prepareProbe } from '../matching/compare.ts';
import { MONEY_THRESHOLD } from '../matching/thresholds.ts';
import { verifyFinger } from '../matching/verify.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { paint, rebuildRidges } from './rebuild.testkit.ts';

describe('a picture rebuilt from a template', () => {
  const finger = makeFinger(31);
  const stolen = extractTemplate(impress(finger, { seed: 1 }));
  const rebuilt = extractTemplate(paint(rebuildRidges(stolen), (level) => 128 - 100 * level));

  it('matches its finger at the money threshold, also against another touch', () => {
    const other = extractTemplate(impress(finger, { seed: 2 }));
    expect(verifyFinger(prepareProbe(rebuilt), [stolen])).toBeGreaterThan(2 * MONEY_THRESHOLD);
    expect(verifyFinger(prepareProbe(rebuilt), [other])).toBeGreaterThan(MONEY_THRESHOLD);
  });

  it('matches no other finger', () => {
    const stranger = extractTemplate(impress(makeFinger(32), { seed: 1 }));
    expect(verifyFinger(prepareProbe(rebuilt), [stranger])).toBeLessThan(MONEY_THRESHOLD);
  });
});
