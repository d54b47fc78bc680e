import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type * as contract from '@mfuko/contract/payments';
import { audit } from '../../platform/audit.ts';
import { maskedPhone } from '../../platform/changes.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { sealWith } from '../../platform/keys.ts';
import { getStudent } from '../students/index.ts';
import { withAccount } from './account.ts';
import { askedAlready, notConfigured, overTheMost, paymentNotFound } from './errors.ts';
import { canAskAgain, type EarlierPrompt, MOST, reasonOf, waitBeforeAsking, wireStatus } from './rules.ts';
import { promptContext } from './settle.ts';
import { findPrompt, laterJob, SEND_PROMPT } from './store.ts';

type Asked = AnswerOf<typeof contract.requestPayment>;

/**
 * Writes down that a guardian is to be asked, with the job that does it. Throws student.not-found, payment.not-configured,
 * wallet.over-limit, and payment.asked-already where the same phone was asked a moment ago.
 */
export function askGuardian(
  call: Call,
  house: House,
  { admissionNumber, amount, mobileNumber }: InputOf<typeof contract.requestPayment>,
): Promise<Asked> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, admissionNumber);
    await requireInLimit(tx, amount);
    if ((await withAccount(house, tx)) === null) throw notConfigured();
    const digest = house.keys.digest('prompt-phone', `${tx.schoolId}:${mobileNumber}`);
    const earlier = await earlierPrompts(tx, digest);
    const pressed = earlier.find(
      (prompt) =>
        call.idempotencyKey === null &&
        prompt.askedBy === call.actor.userId &&
        prompt.studentId === student.id &&
        prompt.amount === amount &&
        prompt.secondsAgo < 10,
    );
    if (pressed) return { sysid: pressed.id, status: 'pending' };
    const wait = waitBeforeAsking(
      amount,
      earlier.filter((prompt) => prompt.reached),
    );
    if (wait > 0) throw askedAlready(wait);
    const id = newId();
    const sealed = sealWith(await house.keys.ofSchool(tx), promptContext(tx, id), Buffer.from(mobileNumber));
    await tx.row(
      `INSERT INTO payment_prompts (school_id, id, student_id, amount, reference, phone_sealed, phone_masked, phone_digest, asked_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tx.schoolId,
        id,
        student.id,
        amount,
        student.admissionNumber,
        sealed,
        maskedPhone(mobileNumber),
        digest,
        call.actor.userId,
      ],
    );
    await laterJob(tx, SEND_PROMPT, { id });
    await audit(
      tx,
      call.actor,
      {
        action: 'payment.request',
        subjectKind: 'student',
        subjectId: student.id,
        detail: { amount: toKes(amount), mobileNumber: maskedPhone(mobileNumber) },
      },
      call.requestId,
    );
    return { sysid: id, status: 'pending' };
  });
}

async function requireInLimit(tx: Tx, amount: bigint): Promise<void> {
  const most = await mostOf(tx);
  if (amount > most) throw overTheMost(most);
}

/** The most that one payment to the transaction's school may be, in cents. */
export async function mostOf(tx: Tx): Promise<bigint> {
  const school = await tx.row<{ most: bigint }>('SELECT movement_limit AS most FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  const most = school?.most ?? MOST;
  return most < MOST ? most : MOST;
}

interface Earlier extends EarlierPrompt {
  readonly id: string;
  readonly studentId: string;
  readonly askedBy: string;
  /** Whether the provider may have been told of it. */
  readonly reached: boolean;
}

/** What the same phone was asked in the last minutes; nobody else asks it until the transaction ends. */
async function earlierPrompts(tx: Tx, digest: Buffer): Promise<Earlier[]> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 23))', [digest.toString('hex')]);
  return tx.rows<Earlier>(
    `SELECT id, student_id AS "studentId", asked_by AS "askedBy", amount, status,
            status <> 'failed' OR sent_at IS NOT NULL AS reached,
            extract(epoch FROM clock_timestamp() - requested_at)::float8 AS "secondsAgo"
     FROM payment_prompts
     WHERE school_id = $1 AND phone_digest = $2 AND requested_at > clock_timestamp() - interval '2 minutes'`,
    [tx.schoolId, digest],
  );
}

/** How a payment that was asked for stands. Throws payment.not-found. */
export async function showPrompt(tx: Tx, id: string): Promise<AnswerOf<typeof contract.getPayment>> {
  const prompt = await findPrompt(tx, id);
  if (!prompt) throw paymentNotFound();
  const status = wireStatus(prompt.status);
  const code = prompt.status === 'unsettled' ? 'unsettled' : prompt.code;
  return {
    status,
    receiptNumber: status === 'paid' ? prompt.receipt : null,
    reason: status === 'paid' ? null : reasonOf(code),
    code,
    retry: canAskAgain(status, code),
  };
}
