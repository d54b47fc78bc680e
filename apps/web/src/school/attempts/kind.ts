import type { Attempt } from './attempts.ts';

/** Key of the words for an attempt: what kind of money it was. */
export function kindOf({ path }: Attempt) {
  if (path.startsWith('wallet/cash')) return 'attempts.kinds.cashOut';
  if (/\/takeBack/.test(path)) return 'attempts.kinds.takeBack';
  if (path === 'wallet/deposit') return 'attempts.kinds.deposit';
  if (/menu|canteen/i.test(path)) return 'attempts.kinds.meal';
  if (/item/i.test(path)) return 'attempts.kinds.item';
  if (/till/i.test(path)) return 'attempts.kinds.till';
  return 'attempts.kinds.other';
}
