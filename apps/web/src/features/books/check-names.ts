import type texts from '../../locales/en/books.json';

type CheckName = keyof typeof texts.checks;

const NAMED: ReadonlySet<string> = new Set<CheckName>([
  'account',
  'amendment',
  'amount',
  'balance',
  'bank-transfer',
  'collection',
  'date',
  'day',
  'equation',
  'fee',
  'item',
  'item-return',
  'legs',
  'meal',
  'payouts',
  'position',
  'receipt',
  'refund',
  'reversal',
  'running-balance',
  'sealed',
  'stray-leg',
  'student',
  'sum',
  'suspense',
  'till',
  'trail',
  'wallet-leg',
]);

/** Returns true where texts exist for a check; a newer server may run more checks. */
export function isKnownCheck(check: string): check is CheckName {
  return NAMED.has(check);
}
