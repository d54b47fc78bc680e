import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/payments';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { getStudent } from '../students/index.ts';
import { askedAlready, paymentNotFound } from './errors.ts';
import { pushDigest } from './payer.ts';
import { canAskAgain, type EarlierStkPush, reasonOf, SAME_AMOUNT_S, waitBeforeAsking, wireStatus } from './rules.ts';
import { findStkPush } from './store.ts';
import { lockPhones, requireCanAsk, writeStkPush } from './write-stk-push.ts';

type Asked = AnswerOf<typeof contract.requestPayment>;

/**
 * Stores an STK push for a guardian and queues the job that sends it. Throws student.not-found, payment.not-configured,
 * wallet.over-limit, and payment.asked-already where the same phone got one a moment ago. With `queue`, as in a run over many students,
 * only an earlier request for the same student is refused, for an hour; after one for another student the request waits until the phone is
 * free.
 */
export function askGuardian(
  call: Call,
  context: AppContext,
  { admissionNumber, amount, mobileNumber, queue }: InputOf<typeof contract.requestPayment>,
): Promise<Asked> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, admissionNumber);
    await requireCanAsk(tx, context, amount);
    const digest = pushDigest(context, tx.schoolId, mobileNumber);
    const earlier = await earlierStkPushes(tx, digest);
    const pressed = earlier.find(
      (push) =>
        call.idempotencyKey === null &&
        push.askedBy === call.actor.userId &&
        push.studentId === student.id &&
        push.amount === amount &&
        push.secondsAgo < 10,
    );
    if (pressed) return { sysid: pressed.id, status: 'pending' };
    const wait = waitBeforeAsking(
      amount,
      earlier.filter((push) => push.reached),
    );
    if (queue) {
      const asked = await secondsSinceAsked(tx, student.id);
      if (asked !== undefined) throw askedAlready(Math.max(wait, SAME_AMOUNT_S, ONCE_IN_S - Math.floor(asked)));
      const queuedFor = wait > 0 || earlier.some(isOpen) ? Math.max(wait, 1) : undefined;
      const order = { student, amount, mobileNumber, ...(queuedFor === undefined ? {} : { queuedFor }) };
      return { sysid: await writeStkPush(tx, call, context, order), status: 'pending' };
    }
    if (wait > 0) throw askedAlready(wait);
    const id = await writeStkPush(tx, call, context, { student, amount, mobileNumber });
    return { sysid: id, status: 'pending' };
  });
}

interface Earlier extends EarlierStkPush {
  readonly id: string;
  readonly studentId: string;
  readonly askedBy: string;
  /** True if the provider may have received the request. */
  readonly reached: boolean;
}

/**
 * Locks a phone until the transaction ends, and returns its recent STK pushes: those sent within the last two minutes, and those still
 * queued.
 */
async function earlierStkPushes(tx: Tx, digest: Buffer): Promise<Earlier[]> {
  await lockPhones(tx, [digest]);
  return tx.rows<Earlier>(
    `SELECT id, student_id AS "studentId", asked_by AS "askedBy", amount, status,
            status <> 'failed' OR sent_at IS NOT NULL AS reached,
            extract(epoch FROM clock_timestamp() - coalesce(sent_at, requested_at))::float8 AS "secondsAgo"
     FROM stk_pushes
     WHERE school_id = $1 AND phone_digest = $2 AND requested_at > clock_timestamp() - interval '2 hours'
       AND (status = 'new' OR coalesce(sent_at, requested_at) > clock_timestamp() - interval '2 minutes')`,
    [tx.schoolId, digest],
  );
}

/** Seconds in which runs ask for a student once, whoever starts them: decision 222. */
const ONCE_IN_S = 3600;

/**
 * Returns the age of a student's last STK push that is open or paid, within the hour or still queued. Locks the student's runs until the
 * transaction ends: two devices look here one after the other, also where they ask different phones.
 */
async function secondsSinceAsked(tx: Tx, studentId: string): Promise<number | undefined> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`asked-in-a-run:${studentId}`]);
  const push = await tx.row<{ secondsAgo: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - requested_at)::float8 AS "secondsAgo"
     FROM stk_pushes
     WHERE school_id = $1 AND student_id = $2 AND status NOT IN ('failed', 'cancelled')
       AND requested_at > clock_timestamp() - interval '2 hours'
       AND (status = 'new' OR requested_at > clock_timestamp() - make_interval(secs => $3))
     ORDER BY requested_at DESC LIMIT 1`,
    [tx.schoolId, studentId, ONCE_IN_S],
  );
  return push?.secondsAgo;
}

function isOpen({ status }: Earlier): boolean {
  return status === 'new' || status === 'sending' || status === 'sent' || status === 'unsettled';
}

/** Returns the state of a requested payment. Throws payment.not-found. */
export async function showStkPush(tx: ReadTx, id: string): Promise<AnswerOf<typeof contract.getPayment>> {
  const push = await findStkPush(tx, id);
  if (!push) throw paymentNotFound();
  const status = wireStatus(push.status);
  const code = push.status === 'unsettled' ? 'unsettled' : push.code;
  return {
    status,
    receiptNumber: status === 'paid' ? push.receipt : null,
    reason: status === 'paid' ? null : reasonOf(code),
    code,
    retry: canAskAgain(status, code),
  };
}
