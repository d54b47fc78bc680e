/** Planted: the single undetected mutant of this file is tried after many detected ones. */
export function isHeavy(grams: number): boolean {
  return grams > 500;
}
