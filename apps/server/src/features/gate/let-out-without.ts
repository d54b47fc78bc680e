import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { exeatRequired } from '../exeats/index.ts';
import { addException } from './exceptions.ts';

/** A student goes without the leave that the school asks for, on a reason that is kept. Throws exeat.required where there is none. */
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
