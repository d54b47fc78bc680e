import { toKes } from '@mfuko/contract/money';
import type { FoundPayment } from '@mfuko/contract/search';
import { inOrder, type Step, step, stepsOfSms } from './payment-steps.ts';
import type { FoundEntry, FoundMpesa, FoundPush, Stay } from './payment-store.ts';

/** Longest duration of one transaction. */
const ONE_TRANSACTION_MS = 5_000;

/** Returns the steps of one M-Pesa payment: the request, the payment, suspense, the wallet and the text to the guardian. */
export function tellPayment(payment: FoundMpesa, stays: readonly Stay[], entries: readonly FoundEntry[]): FoundPayment {
  const { sysid, receipt, amount, paidAt, mobileNumber } = payment;
  const newest = entries.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  const owner = newest && !newest.reversedAt ? newest : undefined;
  return {
    sysid,
    kind: 'm-pesa',
    date: paidAt.toISOString(),
    amount: toKes(amount),
    admissionNumber: owner?.admissionNumber ?? null,
    names: owner?.names ?? null,
    status: statusOf(payment, stays, newest),
    reference: receipt,
    channel: null,
    receiptNumber: owner ? numberOf(owner.sysid) : null,
    mobileNumber,
    timeline: inOrder([
      step(payment.askedAt, 'asked', payment.askedBy),
      step(payment.reportedAt, 'came-in', 'M-Pesa'),
      ...stays.flatMap((stay) => stepsOfStay(stay, entries)),
      ...entries.flatMap((entry) => stepsOfEntry(entry, 'wallet')),
    ]),
  };
}

function statusOf(payment: FoundMpesa, stays: readonly Stay[], newest: FoundEntry | undefined): FoundPayment['status'] {
  const last = stays.at(-1);
  // Money of a reversed entry is in suspense again.
  if (last && last.state !== 'settled') return last.state === 'open' ? 'suspense' : last.state;
  if (newest) return newest.reversedAt ? 'reversed' : 'wallet';
  if (payment.state === 'elsewhere') return 'elsewhere';
  return payment.state === 'parked' ? 'suspense' : 'unconfirmed';
}

/** Returns an STK push that nobody has paid. */
export function tellPush(push: FoundPush): FoundPayment {
  const over = push.status === 'failed' || push.status === 'cancelled';
  const { sysid, amount, askedAt, askedBy, admissionNumber, names, mobileNumber } = push;
  return {
    sysid,
    kind: 'request',
    date: askedAt.toISOString(),
    amount: toKes(amount),
    admissionNumber,
    names,
    status: over ? 'not-paid' : 'waiting',
    reference: null,
    channel: null,
    receiptNumber: null,
    mobileNumber,
    timeline: [{ at: askedAt.toISOString(), what: 'asked', by: askedBy }],
  };
}

/** Status of an approved refund, which has left the wallet; M-Pesa's result ends it. */
const REFUND_STATUS = {
  proposed: null,
  rejected: null,
  sending: 'returning',
  paid: 'paid-out',
  failed: 'refund-failed',
} as const;

function stepsOfRefund(entry: FoundEntry, status: FoundPayment['status']): Step[] {
  return [
    ...step(entry.proposedAt, 'refund-proposed', entry.proposedBy),
    ...step(entry.at, 'refund-sent', entry.by),
    ...step(entry.refundedAt, status === 'paid-out' ? 'refund-paid' : 'refund-failed', 'M-Pesa'),
    ...stepsOfSms(entry),
  ];
}

/** Returns money that moved at the desk, or by M-Pesa without a payment of its own here. */
export function tellEntry(entry: FoundEntry): FoundPayment {
  const { sysid, kind, at, amount, reference, channel, admissionNumber, names, reversedAt, takenBack } = entry;
  const moved = kind === 'cash-out' || kind === 'refund' ? 'paid-out' : 'wallet';
  const refund = entry.refund && REFUND_STATUS[entry.refund];
  return {
    sysid,
    kind: kind === 'collection' ? 'm-pesa' : kind,
    date: at.toISOString(),
    amount: toKes(amount),
    admissionNumber,
    names,
    status: reversedAt ? (takenBack ? 'taken-back' : 'reversed') : (refund ?? moved),
    reference: entry.refundReceipt ?? reference,
    channel,
    receiptNumber: numberOf(sysid),
    mobileNumber: null,
    timeline: inOrder(refund ? stepsOfRefund(entry, refund) : stepsOfEntry(entry, moved)),
  };
}

function stepsOfEntry(entry: FoundEntry, moved: 'wallet' | 'paid-out'): Step[] {
  const { at, by, reversedAt, reversedBy, takenBack, shownAt, shownBy, approvedAt, approvedBy } = entry;
  return [
    ...step(approvedAt, moved === 'wallet' ? 'slip-approved' : 'cash-approved', approvedBy),
    ...step(at, moved, by),
    ...step(shownAt, 'shown', shownBy),
    ...step(reversedAt, takenBack ? 'taken-back' : 'reversed', reversedBy),
    ...step(entry.proposedAt, 'reversal-proposed', entry.proposedBy),
    ...stepsOfSms(entry),
  ];
}

/**
 * Returns the steps of a stay in suspense. An approval and its entry are of one transaction, so the approval is given the entry's time
 * and sorts before it.
 */
function stepsOfStay(stay: Stay, entries: readonly FoundEntry[]): Step[] {
  const { decidedAt, decision } = stay;
  const moved =
    decidedAt &&
    decision === 'approved' &&
    entries.find(({ at }) => Math.abs(decidedAt.getTime() - at.getTime()) < ONE_TRANSACTION_MS);
  return [
    ...step(stay.parkedAt, 'suspense', null),
    ...step(stay.proposedAt, stay.way === 'return' ? 'proposed-return' : 'proposed', stay.proposedBy),
    ...step(moved ? moved.at : decidedAt, decision ?? 'approved', stay.decidedBy),
    ...step(stay.returnedAt, 'returned', 'M-Pesa'),
  ];
}

/** Returns the number of a receipt as printed. */
function numberOf(sysid: string): string {
  return sysid.slice(-12).toUpperCase();
}
