import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { sysid } from './ids.ts';

/**
 * Stops a check-out whose answer was lost, by its Idempotency-Key, when the guard did not release the child. `void`: it was not recorded
 * and never will be, since a later request with that key is refused. `takenBack`: it had been recorded, and a second record takes it
 * back. While the check-out is in progress, the call waits for its end (at most 10 s, then 503). Anybody on duty may send it, also for a
 * person who had the device before.
 */
export const stopCheckOut = record('check/stopOut', {
  outbox: true,
  access: onDuty('gate'),
  input: z.object({ key: z.string().min(1).max(255) }),
  output: z.object({
    outcome: z.enum(['void', 'takenBack']),
    /** Passage that takes the other one back, and its student. */
    sysid: sysid.optional(),
    admissionNumber: z.string().optional(),
    studentName: z.string().optional(),
  }),
});
