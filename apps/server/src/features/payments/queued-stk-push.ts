import type { Tx } from '../../platform/database/database.ts';
import { SAME_AMOUNT_S } from './rules.ts';
import { changeStkPush, enqueuePaymentJob, SEND_STK_PUSH, type StkPush } from './store.ts';
import { lockPhones } from './write-stk-push.ts';

/** Seconds after which a queued request checks again if its phone is free, and after which it fails. */
const RETRY_S = 20;
const MAX_QUEUED_S = 3600;

/** Time after which a prompt has disappeared from the phone, though M-Pesa may report its outcome later. */
const MAX_ON_PHONE = '5 minutes';

/**
 * Takes the turn of a queued request whose phone may be busy with a prompt for another child. Returns true if the phone is free, and
 * locks the phone until the transaction ends. Otherwise the request checks again later, and fails after an hour, so that no guardian is
 * asked at night for money that was low at noon.
 */
export async function takeTurn(tx: Tx, { id, ageSeconds }: Pick<StkPush, 'id' | 'ageSeconds'>): Promise<boolean> {
  const push = await tx.row<{ digest: Buffer }>(
    'SELECT phone_digest AS digest FROM stk_pushes WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id],
  );
  if (!push) return false;
  if (ageSeconds > MAX_QUEUED_S) {
    await changeStkPush(tx, id, { status: 'failed', code: 'phone-busy' });
    return false;
  }
  await lockPhones(tx, [push.digest]);
  const earlier = await tx.row(
    `SELECT 1 AS one FROM stk_pushes s
     WHERE school_id = $1 AND phone_digest = $2 AND id <> $3 AND requested_at > clock_timestamp() - interval '1 day'
       AND (status = 'sending' OR (status = 'new' AND id < $3) OR sent_at > clock_timestamp() - make_interval(secs => $4)
            OR (status IN ('sent', 'unsettled')
                AND coalesce(sent_at, requested_at) > clock_timestamp() - interval '${MAX_ON_PHONE}')
            -- M-Pesa takes one amount of one phone once in two minutes, counted from the payment.
            OR (status = 'paid' AND EXISTS (
              SELECT 1 FROM payments p WHERE p.school_id = $1 AND p.receipt = s.receipt
                AND p.paid_at > clock_timestamp() - make_interval(secs => $4))))
     LIMIT 1`,
    [tx.schoolId, push.digest, id, SAME_AMOUNT_S],
  );
  if (earlier === undefined) return true;
  await enqueuePaymentJob(tx, SEND_STK_PUSH, { id, queued: true }, RETRY_S);
  return false;
}
