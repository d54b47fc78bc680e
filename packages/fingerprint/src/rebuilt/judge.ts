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
const CLEAN: Score = { weights: [9.216, -5.28, 16.02], bias: -18.85, threshold: 4.169 };
const GROWN: Score = { weights: [9.413, -3.015, 16.21, -12.52, -32.87], bias: -15.54, threshold: 2.026 };

/** Place of `flank` in the signs, and from where on it is black on white without a grey between: of 640 real pictures the highest has 0.45. */
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
