/** Notes that are asked for most, in KES. */
export const NOTES = [50, 100, 200, 500] as const;
