/*
 * Scores from which two impressions count as one finger. The scale is fitted to impostor pairs of five public sets (`bench/calibrate.ts`), 61,440 of one reader and
 * 140,800 of two: 30 is reached by 1 in 1,000 of either at most, 40 by 1 in 10,000, each two readers counting alike; above, the scale is extrapolated. Of those of two
 * readers 98 reach 30 (0.070 %) and 10 reach 40 (0.0071 %); of the worst two readers 0.34 and 0.031 %.
 *
 * False match rate (FMR) of one reader and false non-match rate (FNMR), one impression against one, in %:
 *
 *                     30: FMR   FNMR     40: FMR   FNMR
 *   FVC2000_DB1_B     0.000     0.7      0.000     1.4
 *   FVC2002_DB1_B     0.000     0.4      0.000     0.4
 *   FVC2002_DB3_B     0.000     2.1      0.000     3.9
 *   FVC2004_DB1_B     0.035     5.0      0.000     6.4
 *   UareU_dev         0.054     0.2      0.002     0.6
 *
 * With three enrolled impressions, and the threshold raised by 10 log10(3) as the server does, one of 400 genuine tries is refused at 40; of 9,600
 * tries of strangers 5 (0.052 %) reach 30 and none 40. The intervals are wide: docs/features/fingerprint-engine.md.
 */

/** Threshold of gate, canteen and bus, where the student is named beforehand: 1 impostor in 1,000. */
export const GATE_THRESHOLD = 30;

/** Threshold for money, where the student is named beforehand: 1 impostor in 10,000. */
export const MONEY_THRESHOLD = 40;

/**
 * Threshold of one finger against a whole school, with nobody named: a stranger is identified as somebody in about `impressions x FMR` of
 * the tries. With 2,000 students of 9 impressions each, 1 in 3,000,000 per pair makes 0.6 %. Ask for a second finger or a PIN before
 * money moves.
 */
export const IDENTIFY_THRESHOLD = 65;

/**
 * Threshold for a finger to be enrolled that another student of the school already has: wrongly refused as rarely as a stranger is
 * identified.
 */
export const DUPLICATE_THRESHOLD = 65;
