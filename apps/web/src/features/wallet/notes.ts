/** Most requested amounts, in KES. */
export const NOTES = [50, 100, 200, 500] as const;
