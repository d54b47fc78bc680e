import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import { sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { accountPrefix } from '../schools/index.ts';
import type { Student } from '../students/index.ts';
import { withAccount } from './account.ts';
import { stkPushContext } from './book.ts';
import { aboveMaximum, accountTooLong, notConfigured } from './errors.ts';
import { pushDigest } from './payer.ts';
import { MOST } from './rules.ts';
import { enqueuePaymentJob, SEND_STK_PUSH } from './store.ts';

export interface StkPushOrder {
  readonly student: Pick<Student, 'id' | 'admissionNumber'>;
  /** Cents. */
  readonly amount: bigint;
  readonly mobileNumber: string;
  /** Seconds to wait before the first attempt of a queued request, which waits until its phone is free; undefined sends at once. */
  readonly queuedFor?: number;
}

/** Checks that the school can request this amount. Throws wallet.over-limit and payment.not-configured. */
export async function requireCanAsk(tx: ReadTx, context: AppContext, amount: bigint): Promise<void> {
  const most = await mostOf(tx);
  if (amount > most) throw aboveMaximum(most);
  if ((await withAccount(context, tx)) === null) throw notConfigured();
}

/** Returns the most that one payment to the transaction's school may be, in cents. */
export async function mostOf(tx: ReadTx): Promise<bigint> {
  const school = await tx.row<{ most: bigint }>('SELECT entry_limit AS most FROM schools WHERE id = $1', [tx.schoolId]);
  const most = school?.most ?? MOST;
  return most < MOST ? most : MOST;
}

/**
 * Locks these phones against other requests until the transaction ends. Locks are taken in sorted order, so that no two transactions
 * deadlock.
 */
export async function lockPhones(tx: Tx, digests: readonly Buffer[]): Promise<void> {
  for (const digest of [...new Set(digests.map((each) => each.toString('hex')))].sort())
    await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 23))', [digest]);
}

/** Most characters that M-Pesa accepts for the account of a request. */
const MAX_REFERENCE_LENGTH = 12;

/** Stores an STK push, its number sealed, and queues the job that sends it. Returns the id. Throws payment.account-too-long. */
export async function writeStkPush(
  tx: Tx,
  call: Call,
  context: AppContext,
  { student, amount, mobileNumber, queuedFor }: StkPushOrder,
): Promise<string> {
  const reference = (await accountPrefix(tx)) + student.admissionNumber;
  if (reference.length > MAX_REFERENCE_LENGTH) throw accountTooLong(reference);
  const id = newId();
  const sealed = sealWith(await context.keys.ofSchool(tx), stkPushContext(tx, id), Buffer.from(mobileNumber));
  await tx.row(
    `INSERT INTO stk_pushes (school_id, id, student_id, amount, reference, phone_sealed, phone_masked, phone_digest, asked_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.schoolId,
      id,
      student.id,
      amount,
      reference,
      sealed,
      maskedPhone(mobileNumber),
      pushDigest(context, tx.schoolId, mobileNumber),
      call.actor.userId,
    ],
  );
  await enqueuePaymentJob(tx, SEND_STK_PUSH, queuedFor === undefined ? { id } : { id, queued: true }, queuedFor);
  await audit(tx, call, {
    action: 'payment.request',
    subjectKind: 'student',
    subjectId: student.id,
    detail: { amount: toKes(amount), mobileNumber: maskedPhone(mobileNumber) },
  });
  return id;
}

/** Phones with an open or recent request, and students for whom a request is open or recent. */
export interface Busy {
  readonly phones: ReadonlySet<string>;
  readonly students: ReadonlySet<string>;
}

/** Age after which M-Pesa no longer reports the outcome of a request, and pause between two requests. */
const MAX_OPEN = '2 days';
const BETWEEN = '2 minutes';

/** Returns those of these phones and students for whom a request is open. */
export async function openStkPushes(
  tx: ReadTx,
  context: AppContext,
  orders: readonly { readonly studentId: string; readonly mobileNumber: string }[],
): Promise<Busy> {
  const digests = orders.map(({ mobileNumber }) => pushDigest(context, tx.schoolId, mobileNumber));
  const rows = await tx.rows<{ studentId: string; digest: Buffer }>(
    `SELECT student_id AS "studentId", phone_digest AS digest FROM stk_pushes
     WHERE school_id = $1 AND requested_at > clock_timestamp() - interval '${MAX_OPEN}'
       AND (student_id = ANY($2::uuid[]) OR phone_digest = ANY($3::bytea[]))
       AND (status IN ('new', 'sending', 'sent', 'unsettled')
            OR sent_at > clock_timestamp() - interval '${BETWEEN}')`,
    [tx.schoolId, orders.map(({ studentId }) => studentId), digests],
  );
  const asked = new Set(rows.map(({ digest }) => digest.toString('hex')));
  return {
    phones: new Set(
      orders.filter((_, place) => asked.has(digests[place]?.toString('hex') ?? '')).map((each) => each.mobileNumber),
    ),
    students: new Set(rows.map(({ studentId }) => studentId)),
  };
}
