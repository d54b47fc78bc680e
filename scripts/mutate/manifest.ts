/** Manifest: path of the instrumented text for each source path. */
export type Manifest = Readonly<Record<string, string>>;

/** Environment variables that tell a test run its mutant. */
export const VARIABLES = {
  manifest: 'MUTATE_MANIFEST',
  chosen: 'MUTATE_CHOSEN',
  reach: 'MUTATE_REACH',
  limit: 'MUTATE_LIMIT_MS',
} as const;
