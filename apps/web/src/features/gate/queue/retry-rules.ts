import { awaitsUnlock } from '../../../lib/desk-lock.ts';
import { CallError } from '../../../lib/problems.ts';

/** Retry limit of a server fault, which reports that nothing was changed; a request without an answer is retried without limit. */
const FAULT_TRIES = 3;

/** Returns true where the session has ended and the desk can be unlocked: the server has not looked at the request. */
export function isForUnlocking(error: unknown): boolean {
  return error instanceof CallError && error.sessionEnded && awaitsUnlock();
}

/** Returns true where the outcome of the try is unknown, so that only the same key may be sent again. */
export function mayStillCome(error: unknown, tries: number): boolean {
  if (!(error instanceof CallError) || error.status === null) return true;
  if (error.problem === 'server.too-many-requests') return true;
  return error.unsure && (error.problem !== 'server.fault' || tries < FAULT_TRIES);
}
