/** Planted: its one mutant that no test notices is tried after many that others notice. */
export function isHeavy(grams: number): boolean {
  return grams > 500;
}
