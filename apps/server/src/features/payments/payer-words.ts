import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Length and number of words that are indexed: a single letter is not a name, and no name has more words. */
const MIN_WORD_LENGTH = 2;
const MAX_WORDS = 6;

/**
 * Returns the digests by which a payer's name is found word by word. Each digest includes the school, so that those of two schools cannot
 * be compared. Only whole words are found, since prefixes could be guessed letter by letter. M-Pesa's masked words (`J***`) are left out.
 */
export function payerWords(context: Pick<AppContext, 'keys'>, schoolId: string, name: string): Buffer[] {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}*]+/u)
    .filter((word) => word.length >= MIN_WORD_LENGTH && !word.includes('*'));
  return [...new Set(words)]
    .slice(0, MAX_WORDS)
    .map((word) => context.keys.digest('payer-word', `${schoolId}:${word}`));
}

/** Stores the digests of a payer's name. A second report of the payment adds the words that the first lacked. */
export async function keepPayerWords(
  tx: Tx,
  context: Pick<AppContext, 'keys'>,
  receipt: string,
  name: string | null,
): Promise<void> {
  const words = name === null ? [] : payerWords(context, tx.schoolId, name);
  if (words.length === 0) return;
  await tx.prepared(
    'keep-payer-words',
    `INSERT INTO payer_blind_index (school_id, receipt, word) SELECT $1, $2, unnest($3::bytea[]) ON CONFLICT DO NOTHING`,
    [tx.schoolId, receipt, words],
  );
}
