import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { reverse as endpoint } from '@mfuko/contract/wallet';
import { type AuditEvent, audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type Reversed, reverseAll } from '../ledger/index.ts';
import { receiptNotFound } from './errors.ts';
import { notifyOfReversal } from './reversal-message.ts';
import { closeProposal, lockProposal } from './reversal-proposals.ts';

/** Reverses a journal entry as the second person. Throws the refusals of `reverseAll`. */
export async function reverseByReceipt(
  call: Call,
  context: AppContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return call.record(async (tx) => {
    await lockProposal(tx, input.sysid);
    const [made = receiptNotFound()] = await reverseAll(tx, call, [input.sysid], input.reason);
    if (made instanceof Refusal) throw made;
    await closeProposal(tx, input.sysid, 'approved', call.actor.userId);
    await notifyOfReversal(tx, context, made.id);
    await audit(tx, call, eventOf(made, input.sysid));
    return {
      balance: toKes(made.balance),
      receipt: { sysid: made.id, token: made.token, date: made.at.toISOString() },
    };
  });
}

/** Returns the event of a reversal for the audit trail. */
export function eventOf({ id, studentId }: Reversed, reverses: string): AuditEvent {
  return { action: 'wallet.reverse', subjectKind: 'student', subjectId: studentId, detail: { movement: id, reverses } };
}
