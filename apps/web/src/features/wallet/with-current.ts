/** Returns the options, including the amount that the address names. */
export function withCurrent(amounts: readonly string[], current: string | undefined): readonly string[] {
  if (current === undefined || amounts.includes(current) || !(Number(current) > 0)) return amounts;
  return [...amounts, current].sort((a, b) => Number(a) - Number(b));
}
