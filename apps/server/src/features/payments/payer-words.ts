import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** One letter is nobody's name, and more words than these no name has. */
const SHORTEST = 2;
const MOST_WORDS = 6;

/**
 * Digests by which a payer's name is found word by word, each of one school: two schools have nothing in common. Only whole words
 * are found, since a beginning could be guessed letter by letter. M-Pesa's masked words (`J***`) are none.
 */
export function payerWords(context: Pick<AppContext, 'keys'>, schoolId: string, name: string): Buffer[] {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}*]+/u)
    .filter((word) => word.length >= SHORTEST && !word.includes('*'));
  return [...new Set(words)]
    .slice(0, MOST_WORDS)
    .map((word) => context.keys.digest('payer-word', `${schoolId}:${word}`));
}

/** Keeps the words of a payment's payer. A second telling adds what the first one left out. */
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
