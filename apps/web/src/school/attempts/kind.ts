import type { Attempt } from './attempts.ts';

/** Key of the words for an attempt: what kind of money it was. */
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

/** Kinds after which something is handed out: cash, a plate, pieces. */
const HANDS_OUT: readonly string[] = ['attempts.kinds.cashOut', 'attempts.kinds.meal', 'attempts.kinds.item'];

/** Key of the words for what is to be done now. Nobody may read of a payment that came in that it is to be handed out. */
export function hintOf(attempt: Attempt, outcome: 'unknown' | 'recorded' | 'refused' | 'void') {
  const kind = kindOf(attempt);
  if (!HANDS_OUT.includes(kind)) {
    if (outcome === 'unknown') return 'attempts.unknownOther';
    if (outcome === 'recorded')
      return kind === 'attempts.kinds.deposit' ? 'attempts.recordedPaidIn' : 'attempts.recordedOther';
  }
  return `attempts.${outcome}Hint` as const;
}
