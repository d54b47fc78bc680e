import { openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Payer of a payment, as far as the provider reported them. */
export interface Payer {
  readonly name: string | null;
  /** SHA-256, in hexadecimal, of the number (2547…). The hash is as private as the number, since all numbers can be tried. */
  readonly hash: string | null;
}

/** Returns the digest by which a payer is recognised in one school; without the key it reveals nothing. */
export function payerDigest(context: Pick<AppContext, 'keys'>, schoolId: string, hash: string): Buffer {
  return context.keys.digest('payer', `${schoolId}:${hash.toLowerCase()}`);
}

export async function sealPayer(
  tx: ReadTx,
  context: AppContext,
  receipt: string,
  payer: Payer,
): Promise<Buffer | null> {
  if (payer.name === null && payer.hash === null) return null;
  return sealWith(await context.keys.ofSchool(tx), payerContext(tx, receipt), Buffer.from(JSON.stringify(payer)));
}

export async function openPayer(
  tx: ReadTx,
  context: Pick<AppContext, 'keys'>,
  receipt: string | null,
  sealed: Buffer | null,
): Promise<Payer> {
  if (receipt === null || sealed === null) return { name: null, hash: null };
  const text = openWith(await context.keys.ofSchool(tx), payerContext(tx, receipt), sealed).toString('utf8');
  return JSON.parse(text) as Payer;
}

/** Returns the context to which a payer is sealed, so that the payer does not open for another payment or school. */
function payerContext(tx: ReadTx, receipt: string): string {
  return `suspense-payer:${tx.schoolId}:${receipt}`;
}

/** Records that this payer has paid for this student, so that later payments of the payer can be attributed. */
export async function rememberPayer(tx: Tx, context: AppContext, payerHash: string, studentId: string): Promise<void> {
  await remember(tx, payerDigest(context, tx.schoolId, payerHash), studentId);
}

export async function remember(tx: Tx, digest: Buffer, studentId: string): Promise<void> {
  await tx.row(
    `INSERT INTO known_payers (school_id, payer_digest, student_id) VALUES ($1, $2, $3)
     ON CONFLICT (school_id, payer_digest, student_id)
     DO UPDATE SET times = known_payers.times + 1, last_at = clock_timestamp()`,
    [tx.schoolId, digest, studentId],
  );
}
