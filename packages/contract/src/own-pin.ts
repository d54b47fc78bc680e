import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { admissionNumber, moment } from './ids.ts';
import { checkPin } from './students.ts';

/**
 * Lets a student replace the PIN in force with one of their own choice, at the cash desk or in the office; the student types both. The
 * guardians are notified. If the caller has set the PIN in force, or is tied by segregation of duties to who did, money by the new PIN is
 * held as after a change (`heldUntil`), since such a caller knows the old PIN and may be the one typing. Choosing the same PIN again is
 * 422 `student.same-pin`.
 */
export const choosePin = record('student/choosePin', {
  access: onDuty('cashier'),
  input: z.object({ admissionNumber, pin: checkPin, newPin: checkPin }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    /** End of the hold on money by the new PIN; null without a hold. */
    heldUntil: moment.nullable(),
  }),
});
