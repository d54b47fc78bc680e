import type { InputOf } from '@mfuko/contract/endpoint';
import type { deposit as endpoint, Moved } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { getStudent } from '../students/index.ts';
import { asMoved, credit } from './move.ts';

/** Cash or bank money that was handed in at school. */
export async function deposit(call: Call, input: InputOf<typeof endpoint>): Promise<Moved> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, input.admissionNumber);
    const made = await credit(tx, call, {
      kind: 'deposit',
      studentId: student.id,
      amount: input.amount,
      counter: input.cash ? 'till' : 'cash-desk',
      method: null,
      reference: input.reference,
    });
    if (!made.repeated) {
      await audit(tx, call.actor, {
        action: 'wallet.deposit',
        subjectKind: 'student',
        subjectId: student.id,
        detail: { movement: made.id },
      });
    }
    return asMoved(made);
  });
}
