import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { takeBack as endpoint } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { takeBack } from '../ledger/index.ts';
import { notifyOfReversal } from './reversal-message.ts';

/** Undoes the caller's own deposit, within a minute. */
export function takeBackDeposit(
  call: Call,
  context: AppContext,
  { sysid }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return call.record(async (tx) => {
    const made = await takeBack(tx, call, sysid);
    if (!made.repeated) {
      await audit(tx, call, {
        action: 'wallet.take-back',
        subjectKind: 'student',
        subjectId: made.studentId,
        detail: { movement: made.id, reverses: sysid },
      });
      await notifyOfReversal(tx, context, made.id);
    }
    return {
      balance: toKes(made.balance),
      receipt: { sysid: made.id, token: made.token, date: made.at.toISOString() },
    };
  });
}
