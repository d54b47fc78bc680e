import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { sysid } from './ids.ts';

/**
 * Stops a check-out whose answer was lost, by its Idempotency-Key: the guard did not let the child go. `void`: it was not recorded, and
 * never will be, for a request that arrives with that key later is refused. `takenBack`: it had been recorded, and is taken back on
 * record. While the check-out is under way it waits for its end (at most 10 s, then 503). Anybody on duty may send it, also for whoever
 * had the device before.
 */
export const stopCheckOut = record('check/stopOut', {
  outbox: true,
  access: onDuty('gate'),
  input: z.object({ key: z.string().min(1).max(255) }),
  output: z.object({
    outcome: z.enum(['void', 'takenBack']),
    /** Passage that takes the other one back, and whose it is. */
    sysid: sysid.optional(),
    admissionNumber: z.string().optional(),
    studentName: z.string().optional(),
  }),
});
