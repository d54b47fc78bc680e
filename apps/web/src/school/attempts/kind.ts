import type { Attempt } from './attempts.ts';

/** Returns the key of the text for an attempt's kind of money. */
export function kindOf({ path }: Attempt) {
  if (path.startsWith('wallet/cash')) return 'attempts.kinds.cashOut';
  if (/\/takeBack/.test(path)) return 'attempts.kinds.takeBack';
  if (path === 'wallet/deposit') return 'attempts.kinds.deposit';
  if (/menu|canteen/i.test(path)) return 'attempts.kinds.meal';
  if (/item/i.test(path)) return 'attempts.kinds.item';
  if (/till/i.test(path)) return 'attempts.kinds.till';
  if (/settlement|proposeReturn/i.test(path)) return 'attempts.kinds.suspense';
  if (/approval|wallet\/approve$/i.test(path)) return 'attempts.kinds.approval';
  if (/banktransfer/i.test(path)) return 'attempts.kinds.bankTransfer';
  if (/statement/i.test(path)) return 'attempts.kinds.statement';
  if (/refund/i.test(path)) return 'attempts.kinds.refund';
  if (path === 'wallet/requestPayment') return 'attempts.kinds.prompt';
  if (/revers|undo/i.test(path)) return 'attempts.kinds.takeBack';
  return 'attempts.kinds.other';
}

/** Kinds after which something is handed out: cash, a plate, items. */
const HANDS_OUT: readonly string[] = ['attempts.kinds.cashOut', 'attempts.kinds.meal', 'attempts.kinds.item'];

/** Calls that hand something to M-Pesa, which may fail after they were recorded. */
const SENDS: readonly string[] = ['wallet/approveRefund', 'wallet/requestPayment'];

/** Returns the key of the text for the next step. The text for a payment in must never read as an instruction to hand something out. */
export function hintOf(attempt: Attempt, outcome: 'unknown' | 'recorded' | 'refused' | 'void') {
  const kind = kindOf(attempt);
  if (!HANDS_OUT.includes(kind)) {
    if (outcome === 'unknown') return 'attempts.unknownOther';
    if (outcome === 'recorded' && SENDS.includes(attempt.path)) return 'attempts.recordedSent';
    if (outcome === 'recorded')
      return kind === 'attempts.kinds.deposit' ? 'attempts.recordedPaidIn' : 'attempts.recordedOther';
  }
  return `attempts.${outcome}Hint` as const;
}
