import { toKes } from '@mfuko/contract/money';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { referenceTaken } from './errors.ts';
import { MADE_BY } from './statement.ts';

/** A deposit by a bank slip. */
export interface SlipPayment {
  readonly slip: string;
  readonly entryId: string;
  readonly studentId: string;
  /** Cents. */
  readonly amount: bigint;
}

/** Receipt of the first payment by a slip that was not reversed. */
export interface SlipReceipt {
  readonly receipt: { readonly sysid: string; readonly token: string; readonly date: string };
  readonly amount: number;
  readonly admissionNumber: string;
  readonly names: string;
  readonly by: string;
  readonly reference: string;
}

/**
 * Claims a slip for a deposit of this transaction, under the wallet's lock; a second desk with the same slip waits here. Throws
 * wallet.reference-taken where an earlier payment by the slip was not reversed and no second person has approved another.
 */
export async function claimSlip(tx: Tx, userId: string, payment: SlipPayment): Promise<void> {
  const { slip, entryId, studentId, amount } = payment;
  for (;;) {
    const claims = await readClaims(tx, [slip]);
    const standing = claims.find(({ reversed }) => !reversed);
    if (standing && !(await isApproved(tx, userId, studentId, amount, slip))) throw referenceTaken(asReceipt(standing));
    const claimed = await tx.row(
      `INSERT INTO bank_slips (school_id, slip, number, entry_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (school_id, slip, number) DO NOTHING RETURNING number`,
      [tx.schoolId, slip, (claims.at(-1)?.number ?? 0) + 1, entryId],
    );
    if (claimed) return;
  }
}

/** Claims the slips of a list, which all differ and have no approvals. Throws wallet.reference-taken likewise. */
export async function claimSlips(tx: Tx, payments: readonly Pick<SlipPayment, 'slip' | 'entryId'>[]): Promise<void> {
  for (let open = payments; open.length > 0; ) {
    const claims = Map.groupBy(
      await readClaims(
        tx,
        open.map(({ slip }) => slip),
      ),
      ({ slip }) => slip,
    );
    const standing = [...claims.values()].flat().find(({ reversed }) => !reversed);
    if (standing) throw referenceTaken(asReceipt(standing));
    // Insert in sorted order, so that two lists cannot deadlock.
    const sorted = open.toSorted((a, b) => (a.slip < b.slip ? -1 : 1));
    const claimed = await tx.rows<{ slip: string }>(
      `INSERT INTO bank_slips (school_id, slip, number, entry_id)
       SELECT $1, s.slip, s.number, s.entry_id FROM unnest($2::text[], $3::int[], $4::uuid[]) AS s (slip, number, entry_id)
       ON CONFLICT (school_id, slip, number) DO NOTHING RETURNING slip`,
      [
        tx.schoolId,
        sorted.map(({ slip }) => slip),
        sorted.map(({ slip }) => (claims.get(slip)?.at(-1)?.number ?? 0) + 1),
        sorted.map(({ entryId }) => entryId),
      ],
    );
    const done = new Set(claimed.map(({ slip }) => slip));
    open = open.filter(({ slip }) => !done.has(slip));
  }
}

/** Finds, for each slip, the first payment that was not reversed. */
export async function findSlips(tx: ReadTx, slips: readonly string[]): Promise<ReadonlyMap<string, SlipReceipt>> {
  const found = new Map<string, SlipReceipt>();
  for (const claim of await readClaims(tx, slips))
    if (!claim.reversed && !found.has(claim.slip)) found.set(claim.slip, asReceipt(claim));
  return found;
}

interface Claim {
  readonly slip: string;
  readonly number: number;
  readonly sysid: string;
  readonly token: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly admissionNumber: string;
  readonly names: string;
  readonly by: string;
  readonly reference: string;
  readonly reversed: boolean;
}

function readClaims(tx: ReadTx, slips: readonly string[]): Promise<Claim[]> {
  return tx.rows<Claim>(
    `SELECT b.slip, b.number, m.id AS sysid, r.token, m.at, m.amount, s.admission_number AS "admissionNumber", s.names,
            ${MADE_BY} AS "by", coalesce(m.reference, b.slip) AS reference, v.id IS NOT NULL AS reversed
     FROM bank_slips b
     JOIN journal_entries m ON m.school_id = b.school_id AND m.id = b.entry_id
     JOIN receipts r ON r.school_id = m.school_id AND r.entry_id = m.id
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
     LEFT JOIN journal_entries v ON v.school_id = m.school_id AND v.reverses = m.id
     WHERE b.school_id = $1 AND b.slip = ANY($2) ORDER BY b.slip, b.number`,
    [tx.schoolId, slips],
  );
}

async function isApproved(tx: ReadTx, userId: string, studentId: string, amount: bigint, slip: string) {
  const found = await tx.row<{ id: string | null }>('SELECT live_slip_approval($1, $2, $3, $4, $5) AS id', [
    tx.schoolId,
    studentId,
    userId,
    amount,
    slip,
  ]);
  return (found?.id ?? null) !== null;
}

function asReceipt({ sysid, token, at, amount, admissionNumber, names, by, reference }: Claim): SlipReceipt {
  const receipt = { sysid, token, date: at.toISOString() };
  return { receipt, amount: toKes(amount), admissionNumber, names, by, reference };
}
