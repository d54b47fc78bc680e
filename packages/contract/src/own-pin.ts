import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { admissionNumber, moment } from './ids.ts';
import { checkPin } from './students.ts';

/**
 * A student chooses a PIN of their own by the one in force, at the cash desk or in the office; the keys are theirs. The guardians are told. Before whoever
 * has set the PIN in force, or is in their hand, money by the new one waits as after a change (`heldUntil`): they know the old one, and may be
 * who presses the keys. One that is chosen again is 422 `student.same-pin`.
 */
export const choosePin = record('student/choosePin', {
  access: onDuty('cashier'),
  input: z.object({ admissionNumber, pin: checkPin, newPin: checkPin }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    /** When money by it moves; null where it does not wait. */
    heldUntil: moment.nullable(),
  }),
});
