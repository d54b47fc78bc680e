import type { Analysis } from '../extraction/extract.ts';
import { readSigns } from './signs.ts';

/** Weights of the first signs, and the logarithm of the odds from which a picture counts as made. */
interface Score {
  readonly weights: readonly number[];
  readonly bias: number;
  readonly threshold: number;
}

/*
 * Fitted: `bench/calibrate-rebuilt.ts` prints these lines, docs/decisions/0094-pictures-made-from-a-template.md records the run. CLEAN tells ridges that
 * nothing disturbs, GROWN those whose profile is a wave's too.
 */
const CLEAN: Score = { weights: [15.7, -6.084, 14.67], bias: -25.93, threshold: 3.961 };
const GROWN: Score = { weights: [13, -3.778, 15.76, -12.35, -29.45], bias: -20.21, threshold: 1.4 };

/** Place of `flank` in the signs, and from where on it is black on white without a grey between: of 640 real pictures the highest has 0.46. */
const FLANK = 3;
const HARDEST_FLANK = 0.8;

/**
 * Tells a picture that was rebuilt from a template by ridges that are too clean. It knows what `rebuildRidges` grows, painted in black and white or
 * with noise, pores, blur and a reader's grey levels; not one that borrows the texture of real prints (docs/features/fingerprint-engine.md has
 * the rates).
 */
export function looksRebuilt(found: Analysis | null): boolean {
  const signs = found === null ? null : readSigns(found);
  if (signs === null) return false;
  return reaches(CLEAN, signs) || reaches(GROWN, signs) || signs[FLANK]! > HARDEST_FLANK;
}

function reaches({ weights, bias, threshold }: Score, signs: Float64Array): boolean {
  return weights.reduce((odds, weight, k) => odds + weight * signs[k]!, bias) >= threshold;
}
