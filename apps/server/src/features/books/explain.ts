import type { explainDifference } from '@mfuko/contract/books';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { formatKes, toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff } from '../notices/index.ts';
import { writeDifference } from './provider.ts';
import { readExplained, readExplainedOfPaybill, readNewest } from './store.ts';

/**
 * Records a difference at the provider as explained. Since a thief could explain missing money away, all staff are notified, with
 * amount and reason.
 */
export function explain(
  call: Call,
  { amount, reason }: InputOf<typeof explainDifference>,
): Promise<AnswerOf<typeof explainDifference>> {
  return call.record(async (tx) => {
    const sysid = newId();
    await tx.row('INSERT INTO book_explanations (school_id, id, amount, reason, by_user) VALUES ($1, $2, $3, $4, $5)', [
      tx.schoolId,
      sysid,
      amount,
      reason,
      call.actor.userId,
    ]);
    const told = formatKes(amount);
    await audit(tx, call, {
      action: 'books.explain',
      subjectKind: 'books',
      subjectId: sysid,
      detail: { amount: told, reason },
    });
    await notifyStaff(tx, {
      kind: 'books.explained',
      subject: { kind: 'books', id: sysid },
      params: { amount: told, reason, by: call.actor.names },
    });
    const heard = await readNewest(tx);
    if (heard) await writeDifference(tx, heard.balance - heard.books - (await readExplainedOfPaybill(tx)), false);
    return { sysid, explained: toKes(await readExplained(tx)) };
  });
}
