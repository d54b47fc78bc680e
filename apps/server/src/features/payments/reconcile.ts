import type { AnswerOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/payments';
import {
  normalAccount,
  PaymentsError,
  type PaymentsGateway,
  type PulledPayment,
} from '../../gateways/payments/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type SchoolAccount, schoolOfAccount, sharingOf } from '../schools/index.ts';
import { withAccount } from './account.ts';
import { type Settled, settle } from './book.ts';
import { notConfigured, refusedByProvider } from './errors.ts';
import { openGap } from './gap.ts';
import { notifyDifference, notifyMisconfigured } from './notify.ts';
import { payerOf } from './payer.ts';
import { handleWaitingCallbacks } from './provider-callbacks.ts';
import { enqueuePaymentJob, type Payment, RECONCILE, writeDown } from './store.ts';

/** Hours for which M-Pesa lists payments. */
export const PULL_REACH_HOURS = 48;
const WINDOW_MS = PULL_REACH_HOURS * 3_600_000;
/** Time by which the provider's own list may lag behind. */
const LAG_MS = 15 * 60_000;
/** Number of payments booked in parallel: after an outage thousands are missing, and the desks need the database too. */
const LANES = 4;

export interface Reconciled {
  readonly from: Date;
  readonly to: Date;
  readonly pulled: number;
  readonly credited: number;
  readonly parked: number;
  readonly differences: number;
}

/**
 * Reconciles the provider's list of the last 48 hours with the books: books missing payments, and notifies the staff of differences.
 * Returns null where the school may not pull. Throws PaymentsError where the provider does not answer.
 */
export async function reconcile(
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
): Promise<Reconciled | null> {
  const account = await context.db.inSchool(schoolId, async (tx) => {
    await handleWaitingCallbacks(tx);
    const standing = await tx.row(
      'SELECT 1 AS one FROM provider_registrations WHERE school_id = $1 AND pulls_since IS NOT NULL',
      [schoolId],
    );
    return standing ? withAccount(context, tx) : null;
  });
  if (!account) return null;
  const to = new Date(context.clock.now());
  const from = new Date(to.getTime() - WINDOW_MS);
  try {
    const payments = await pullAll(gateway, account, from, to);
    const bySchool = await schoolsOf(context, schoolId, account.shortCode, payments);
    const own = bySchool.get(schoolId) ?? [];
    const booked = await book(context, schoolId, own);
    const differences = await context.db.inSchool(schoolId, async (tx) => {
      await detectGap(tx, from);
      await tx.row('UPDATE provider_registrations SET pulled_until = $2, pull_failure = NULL WHERE school_id = $1', [
        schoolId,
        to,
      ]);
      return compare(tx, payments, from, new Date(to.getTime() - LAG_MS));
    });
    // Schools that share the paybill need not pull themselves.
    for (const [other, theirs] of bySchool) if (other !== schoolId) await book(context, other, theirs);
    return { from, to, pulled: own.length, ...booked, differences };
  } catch (error) {
    if (error instanceof PaymentsError) {
      await context.db.inSchool(schoolId, async (tx) => {
        await tx.row('UPDATE provider_registrations SET pull_failure = $2 WHERE school_id = $1', [
          schoolId,
          (error.description || error.message).slice(0, 200),
        ]);
        if (error.misconfigured) await notifyMisconfigured(tx, error);
      });
    }
    throw error;
  }
}

/** Opens a gap where the last pull is so long ago that the provider no longer lists all payments since. */
async function detectGap(tx: Tx, from: Date): Promise<void> {
  const before = await tx.row<{ until: Date | null }>(
    'SELECT pulled_until AS until FROM provider_registrations WHERE school_id = $1 FOR UPDATE',
    [tx.schoolId],
  );
  if (before?.until && before.until < from) await openGap(tx, new Date(before.until.getTime() - LAG_MS), from);
}

async function pullAll(gateway: PaymentsGateway, account: SchoolAccount, from: Date, to: Date) {
  const all = new Map<string, PulledPayment>();
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<PaymentsGateway['pull']>> = await gateway.pull(account, { from, to, offset });
    for (const payment of page.payments) {
      const receipt = payment.receipt.trim().toUpperCase();
      if (/^[A-Z0-9]{6,20}$/.test(receipt)) all.set(receipt, { ...payment, receipt });
    }
    offset = page.next;
  }
  return [...all.values()];
}

/** Groups payments by the school that they are for, since a paybill may be shared. */
function schoolsOf(
  context: AppContext,
  schoolId: string,
  shortCode: string,
  payments: readonly PulledPayment[],
): Promise<Map<string, PulledPayment[]>> {
  return context.db.readSchool(schoolId, async (tx) => {
    const sharing = await sharingOf(tx, shortCode);
    const schools = new Map<string, PulledPayment[]>();
    for (const payment of payments) {
      const whose = await schoolOfAccount(tx, sharing, payment.account);
      schools.set(whose, [...(schools.get(whose) ?? []), payment]);
    }
    return schools;
  });
}

async function book(context: AppContext, schoolId: string, payments: readonly PulledPayment[]) {
  const settled = await context.db.readSchool(schoolId, (tx) =>
    tx.rows<{ receipt: string }>(
      `SELECT receipt FROM payments WHERE school_id = $1 AND receipt = ANY($2) AND state IN ('credited', 'parked', 'elsewhere')`,
      [schoolId, payments.map((payment) => payment.receipt)],
    ),
  );
  const known = new Set(settled.map((row) => row.receipt));
  const missing = payments.filter(({ receipt }) => !known.has(receipt));
  // Payments for one wallet are booked in order; those for different wallets in parallel.
  const accounts = Map.groupBy(missing, (payment) => normalAccount(payment.account)).entries();
  const done = { credited: 0, parked: 0 };
  const lane = async () => {
    for (const [account, those] of accounts)
      for (const payment of those) {
        const outcome = await context.db.inSchool(schoolId, (tx) => bookOne(tx, context, account, payment));
        if (outcome === 'credited' || outcome === 'parked') done[outcome]++;
      }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done;
}

async function bookOne(tx: Tx, context: AppContext, account: string, payment: PulledPayment): Promise<Settled> {
  const { receipt, amount, paidAt, phone } = payment;
  await writeDown(tx, context, { receipt, amount, paidAt, account, payer: payerOf(phone), reportedBy: 'pull' });
  return settle(tx, context, receipt, { by: 'pull', amount, whole: { account, phone, paidAt } });
}

/** Compares the booked payments with the provider's list, and reports each that is missing there or has another amount or account. */
async function compare(tx: Tx, payments: readonly PulledPayment[], from: Date, until: Date): Promise<number> {
  const there = new Map(payments.map((payment) => [payment.receipt, payment]));
  const here = await tx.rows<Pick<Payment, 'receipt' | 'amount' | 'account' | 'paidAt'> & { erased: boolean }>(
    `SELECT p.receipt, p.amount, p.account, p.paid_at AS "paidAt", p.account LIKE '%…%' OR s.erased_at IS NOT NULL AS erased
     FROM payments p LEFT JOIN students s ON s.school_id = p.school_id AND s.id = p.student_id
     WHERE p.school_id = $1 AND p.state IN ('credited', 'parked') AND p.paid_at BETWEEN $2 AND $3`,
    [tx.schoolId, from, until],
  );
  let differences = 0;
  for (const booked of here) {
    const other = there.get(booked.receipt);
    // A payment within a minute of the window's start may be missing from the list by rounding alone.
    if (!other && booked.paidAt.getTime() < from.getTime() + 60_000) continue;
    // An erasure has removed the account here, so there is none to compare.
    const sameAccount = other !== undefined && (booked.erased || normalAccount(other.account) === booked.account);
    if (other?.amount === booked.amount && sameAccount) continue;
    differences++;
    await notifyDifference(tx, booked.receipt, booked.amount, other?.amount ?? null);
  }
  return differences;
}

/** Reconciles for a user who waits for the result. Throws payment.not-configured, and the provider's refusal. */
export async function reconcileNow(
  call: Call,
  context: AppContext,
  gateway: PaymentsGateway,
): Promise<AnswerOf<typeof contract.reconcilePayments>> {
  const done = await reconcile(context, gateway, call.schoolId).catch((error: unknown) => {
    throw refusedByProvider(error);
  });
  if (!done) throw notConfigured();
  const answer = { ...done, from: done.from.toISOString(), to: done.to.toISOString() };
  return call.record(async (tx) => {
    await audit(tx, call, { action: 'payment.reconcile', subjectKind: 'school', subjectId: tx.schoolId });
    return answer;
  });
}

/** Queues a job that reconciles the school, that many seconds from now at the earliest. */
export async function enqueueReconciliation(tx: Tx, context: AppContext, seconds = 0): Promise<void> {
  const due = new Date(context.clock.now() + seconds * 1000);
  await enqueuePaymentJob(tx, RECONCILE, { due: due.toISOString() }, seconds);
}

/**
 * Reconciles unless a pull has run since `due`. After an outage thousands of payments ask for a reconciliation, and each pulls
 * everything.
 */
export async function reconcileOnce(context: AppContext, gateway: PaymentsGateway, schoolId: string, due: Date) {
  const done = await context.db.readSchool(schoolId, (tx) =>
    tx.row('SELECT 1 AS one FROM provider_registrations WHERE school_id = $1 AND pulled_until >= $2', [schoolId, due]),
  );
  if (!done) await reconcile(context, gateway, schoolId);
}

/** Returns the ids of the schools that may pull. */
export async function schoolsThatPull(context: AppContext): Promise<string[]> {
  const schools = await context.db.readPlatform((tx) =>
    tx.rows<{ id: string }>(
      `SELECT r.school_id AS id FROM provider_registrations r JOIN schools s ON s.id = r.school_id
       WHERE r.pulls_since IS NOT NULL AND s.closed_at IS NULL`,
    ),
  );
  return schools.map(({ id }) => id);
}
