import { CallError } from '../lib/problems.ts';

/** Stages of a look-up: nobody asked for, being asked, known, nobody has the number, no server, or the server refused. */
export type LookupStatus = 'none' | 'looking' | 'found' | 'missing' | 'unreachable' | 'refused';

/** Outcome of a look-up that failed. */
export function failedLookup(error: unknown): 'missing' | 'unreachable' | 'refused' {
  if (!(error instanceof CallError) || error.status === null) return 'unreachable';
  return error.status === 404 ? 'missing' : 'refused';
}
