import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { exeatRequired } from '../exeats/index.ts';
import { addException } from './exceptions.ts';

/**
 * Adds an exception for a student who goes out without the exeat that the school requires. Throws exeat.required if the guard gave no
 * reason.
 */
export async function letOutWithout(
  tx: Tx,
  call: Call,
  { eventId, studentId }: { readonly eventId: string; readonly studentId: string },
  reason: string | null,
): Promise<void> {
  if (reason === null) throw exeatRequired();
  await addException(tx, {
    kind: 'out-without-exeat',
    studentId,
    eventId,
    recordedBy: call.actor.userId,
    detail: { reason },
  });
}
