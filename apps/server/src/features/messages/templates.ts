import type { Receipt } from '@mfuko/contract/messages';
import { formatKes } from '@mfuko/contract/money';
import { gsmSafe, type Language } from '@mfuko/contract/sms';

/** Contents of a receipt. Amounts in cents; times by the school's clock. */
export interface ReceiptWords {
  readonly school: string;
  /** Short name, as `shortName` makes it. */
  readonly student: string;
  readonly admissionNumber: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Balance; null where the journal entry did not change the wallet. */
  readonly balance: bigint | null;
  /** `21/11 10:32`. */
  readonly at: string;
  /** Receipt number of the provider, or the item that was bought; null for neither. */
  readonly reference: string | null;
}

type Template = (words: ReceiptWords & { readonly kes: (cents: bigint) => string; readonly who: string }) => string;

const TEMPLATES: Record<Receipt | 'refund-paid', Record<Language, Template>> = {
  'cash-out': {
    en: ({ school, who, amount, fee, balance, at, kes }) =>
      `${school}: ${who} took ${kes(amount)} in cash, ${at}.${fee > 0n ? ` Fee ${kes(fee)}.` : ''} Balance ${kes(balance ?? 0n)}.`,
    sw: ({ school, who, amount, fee, balance, at, kes }) =>
      `${school}: ${who} amechukua ${kes(amount)} taslimu, ${at}.${fee > 0n ? ` Ada ${kes(fee)}.` : ''} Salio ${kes(balance ?? 0n)}.`,
  },
  collection: {
    en: ({ school, who, amount, balance, reference, at, kes }) =>
      `${school}: we received ${kes(amount)} for ${who}, ${reference ?? at}. Balance ${kes(balance ?? 0n)}. Thank you.`,
    sw: ({ school, who, amount, balance, reference, at, kes }) =>
      `${school}: tumepokea ${kes(amount)} za ${who}, ${reference ?? at}. Salio ${kes(balance ?? 0n)}. Asante.`,
  },
  refund: {
    en: ({ school, who, amount, at, kes }) =>
      `${school}: pocket money of ${who}, ${kes(amount)}, is on its way to you by M-Pesa, ${at}.`,
    sw: ({ school, who, amount, at, kes }) =>
      `${school}: pesa za matumizi za ${who}, ${kes(amount)}, zinatumwa kwako kwa M-Pesa, ${at}.`,
  },
  item: {
    en: ({ school, who, amount, balance, reference, at, kes }) =>
      `${school}: ${who} bought ${(reference ?? '').slice(0, 24)} for ${kes(amount)}, ${at}. Balance ${kes(balance ?? 0n)}.`,
    sw: ({ school, who, amount, balance, reference, at, kes }) =>
      `${school}: ${who} amenunua ${(reference ?? '').slice(0, 24)} kwa ${kes(amount)}, ${at}. Salio ${kes(balance ?? 0n)}.`,
  },
  'refund-paid': {
    en: ({ school, who, amount, reference, at, kes }) =>
      `${school}: pocket money of ${who}, ${kes(amount)}, was sent to you by M-Pesa, ${reference ?? at}.`,
    sw: ({ school, who, amount, reference, at, kes }) =>
      `${school}: pesa za matumizi za ${who}, ${kes(amount)}, zimetumwa kwako kwa M-Pesa, ${reference ?? at}.`,
  },
};

/** Returns the text of a receipt in GSM characters; with names of ordinary length it is one segment. */
export function receiptText(kind: Receipt | 'refund-paid', language: Language, words: ReceiptWords): string {
  const who = `${words.student} (${words.admissionNumber})`;
  // Omit the cents of whole shillings, to save space.
  const kes = (cents: bigint) => formatKes(cents).replace(/\.00$/, '');
  return gsmSafe(TEMPLATES[kind][language]({ ...words, school: words.school.slice(0, 20), who, kes }));
}
