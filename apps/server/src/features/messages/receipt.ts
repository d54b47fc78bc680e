import type { Receipt } from '@mfuko/contract/messages';
import type { Language } from '@mfuko/contract/sms';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { shortName } from './rules.ts';
import { writeMessage } from './store.ts';
import { type ReceiptWords, receiptText } from './templates.ts';

const ONE_DAY = 24 * 3600;

/** Number and language of a guardian. */
export interface Reached {
  readonly mobileNumber: string;
  readonly language: Language;
}

export interface ReceiptOrder {
  readonly kind: Receipt | 'refund-paid';
  readonly entryId: string;
  /** Guardians in the order in which they are tried. */
  readonly guardians: readonly Reached[];
  readonly names: string;
  readonly words: Omit<ReceiptWords, 'student'>;
}

/** Writes the receipt of a journal entry to the first guardian, with the next as the fallback. One receipt for each journal entry. */
export async function writeReceipt(tx: Tx, context: AppContext, order: ReceiptOrder): Promise<void> {
  const { kind, entryId, guardians, names } = order;
  const student = shortName(names);
  const addressed = guardians.map(({ mobileNumber, language }) => ({
    to: mobileNumber,
    language,
    text: receiptText(kind, language, { ...order.words, student }),
  }));
  const [first] = addressed;
  if (!first) return;
  await writeMessage(tx, context, {
    sms: { to: first.to, text: first.text, kind: `${kind === 'refund-paid' ? 'refund' : kind}-receipt` },
    lifeSeconds: ONE_DAY,
    language: first.language,
    about: `${student} (${order.words.admissionNumber})`,
    next: addressed.find(({ to }) => to !== first.to) ?? null,
    entryId,
  });
}
