/*
 * Scores from which two impressions count as one finger. The scale is fitted to the 61,440 impostor pairs of five public sets
 * (`bench/calibrate.ts`): 30 is reached by 1 in 1,000 of them, 40 by 1 in 10,000; above, the scale is extrapolated. 140,800 pairs across
 * sensors, which had no part in the fit, reach 30 in 0.104 %, 40 in 0.0220 % (31 pairs, where 14 are promised) and 50 in 0.0014 %.
 *
 * False match rate (FMR) and false non-match rate (FNMR), one impression against one, in %:
 *
 *                     30: FMR   FNMR     40: FMR   FNMR
 *   FVC2000_DB1_B     0.035     0.7      0.000     1.8
 *   FVC2002_DB1_B     0.104     0.4      0.000     0.4
 *   FVC2002_DB3_B     0.000     2.5      0.000     3.6
 *   FVC2004_DB1_B     0.139     5.4      0.000     6.1
 *   UareU_dev         0.102     0.2      0.012     0.5
 *
 * With three enrolled impressions, and the threshold raised by 10 log10(3) as the server does, one of 400 genuine tries is refused at 40; of 9,600
 * tries of strangers 9 (0.094 %) reach 30 and none 40. The intervals are wide: docs/features/fingerprint-engine.md.
 */

/** Gate, canteen, bus, where the student is named beforehand: 1 impostor in 1,000. */
export const GATE_THRESHOLD = 30;

/** Money threshold: where money moves and the student is named beforehand: 1 impostor in 10,000. */
export const MONEY_THRESHOLD = 40;

/**
 * One finger against a whole school, nobody named: a stranger is taken for somebody in about `impressions x FMR` of his tries.
 * With 2,000 students of 9 impressions each, 1 in 3,000,000 a pair makes that 0.6 %. Ask for a second finger or a PIN before money moves.
 */
export const IDENTIFY_THRESHOLD = 65;

/** A finger to be enrolled that another student of the school already has: refused wrongly as seldom as a stranger is identified. */
export const DUPLICATE_THRESHOLD = 65;
