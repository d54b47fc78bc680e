import { CallError } from '../lib/problems.ts';

/** Status of a lookup: no number, loading, found, no student has the number, server unreachable, or refused. */
export type LookupStatus = 'none' | 'looking' | 'found' | 'missing' | 'unreachable' | 'refused';

/** Returns the status of a failed lookup. */
export function failedLookup(error: unknown): 'missing' | 'unreachable' | 'refused' {
  if (!(error instanceof CallError) || error.status === null) return 'unreachable';
  return error.status === 404 ? 'missing' : 'refused';
}
