/** Manifest: where the instrumented text of a source lies, by the source's path. */
export type Manifest = Readonly<Record<string, string>>;

/** The environment by which a test run learns of its mutant. */
export const VARIABLES = {
  manifest: 'MUTATE_MANIFEST',
  chosen: 'MUTATE_CHOSEN',
  reach: 'MUTATE_REACH',
  limit: 'MUTATE_LIMIT_MS',
} as const;
