import type { Analysis } from '../extraction/extract.ts';
import { readSigns } from './signs.ts';

/** Weights of the first signs, a bias, and the log odds from which a picture counts as rebuilt. */
interface Score {
  readonly weights: readonly number[];
  readonly bias: number;
  readonly threshold: number;
}

/*
 * Fitted constants: `bench/calibrate-rebuilt.ts` prints these lines, and docs/decisions/0094-refuse-pictures-rebuilt-from-a-template-where-money-moves.md records the
 * run. CLEAN detects undisturbed ridges, GROWN also those with the profile of a wave.
 */
const CLEAN: Score = { weights: [9.216, -5.28, 16.02], bias: -18.85, threshold: 4.169 };
const GROWN: Score = { weights: [9.413, -3.015, 16.21, -12.52, -32.87], bias: -15.54, threshold: 2.026 };

/**
 * Index of `flank` in the signs, and the value from which a picture is black on white without grey: of 640 real pictures the highest has
 * 0.45.
 */
const FLANK = 3;
const HARDEST_FLANK = 0.8;

/**
 * Detects a picture that was rebuilt from a template, by ridges that are too clean. Detects the output of `rebuildRidges`, also in black
 * and white or with added noise, pores, blur and a reader's grey levels; does not detect a picture that borrows the texture of real
 * prints (docs/features/fingerprint-engine.md has the rates).
 */
export function looksRebuilt(found: Analysis | null): boolean {
  const signs = found === null ? null : readSigns(found);
  if (signs === null) return false;
  return reaches(CLEAN, signs) || reaches(GROWN, signs) || signs[FLANK]! > HARDEST_FLANK;
}

function reaches({ weights, bias, threshold }: Score, signs: Float64Array): boolean {
  return weights.reduce((odds, weight, k) => odds + weight * signs[k]!, bias) >= threshold;
}
