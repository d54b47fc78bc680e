import { CHECK_STEPS, type StepOutcome } from '@mfuko/contract/diagnosis';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** Last check of the transaction's school. */
export interface StoredCheck {
  readonly id: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly outcome: 'passed' | 'partly' | 'failed' | null;
  readonly steps: readonly StepOutcome[];
  readonly starts: readonly Date[];
  readonly passedAt: Date | null;
  readonly refused: Buffer | null;
  readonly passwordSetOn: string | null;
  readonly passwordReportedAt: Date | null;
  readonly now: Date;
}

const CHECK = `SELECT id, started_at AS "startedAt", finished_at AS "finishedAt", outcome, steps, starts, passed_at AS "passedAt",
    refused, password_set_on::text AS "passwordSetOn", password_reported_at AS "passwordReportedAt", clock_timestamp() AS now
  FROM payment_checks WHERE school_id = $1`;

export function findCheck(tx: ReadTx): Promise<StoredCheck | undefined> {
  return tx.row<StoredCheck>(CHECK, [tx.schoolId]);
}

/** Reads the last check and locks it until the transaction ends. */
export function lockCheck(tx: Tx): Promise<StoredCheck | undefined> {
  return tx.row<StoredCheck>(`${CHECK} FOR UPDATE`, [tx.schoolId]);
}

const WAITING: readonly StepOutcome[] = CHECK_STEPS.map((step) => ({ step, state: 'waiting', code: null, detail: {} }));

/** Starts a run in place of the previous one; the password's day stays if none is given. */
export async function beginCheck(tx: Tx, id: string, starts: number, passwordSetOn: string | null): Promise<void> {
  await tx.row(
    `INSERT INTO payment_checks AS c (school_id, id, steps, starts, password_set_on, password_reported_at)
     VALUES ($1, $2, $3, ARRAY[clock_timestamp()], $5::date, CASE WHEN $5::date IS NOT NULL THEN clock_timestamp() END)
     ON CONFLICT (school_id) DO UPDATE SET id = $2, steps = $3, started_at = clock_timestamp(), finished_at = NULL, outcome = NULL,
       starts = (ARRAY[clock_timestamp()] || c.starts)[1:$4],
       password_set_on = coalesce($5::date, c.password_set_on),
       password_reported_at = CASE WHEN $5::date IS NULL THEN c.password_reported_at ELSE clock_timestamp() END`,
    [tx.schoolId, id, JSON.stringify(WAITING), starts, passwordSetOn],
  );
}

/** Stores the steps of a run, unless the run has ended or another one has started. */
export async function saveSteps(tx: Tx, id: string, steps: readonly StepOutcome[]): Promise<void> {
  await tx.row('UPDATE payment_checks SET steps = $3 WHERE school_id = $1 AND id = $2 AND finished_at IS NULL', [
    tx.schoolId,
    id,
    JSON.stringify(steps),
  ]);
}

/** Ends a run; returns false if the run had ended or another one has started. */
export async function saveEnd(
  tx: Tx,
  id: string,
  steps: readonly StepOutcome[],
  outcome: NonNullable<StoredCheck['outcome']>,
): Promise<boolean> {
  const ended = await tx.row(
    `UPDATE payment_checks SET steps = $3, outcome = $4, finished_at = clock_timestamp(),
       passed_at = CASE WHEN $4 = 'passed' THEN clock_timestamp() ELSE passed_at END
     WHERE school_id = $1 AND id = $2 AND finished_at IS NULL RETURNING id`,
    [tx.schoolId, id, JSON.stringify(steps), outcome],
  );
  return ended !== undefined;
}

/** Stores a digest of the initiator and credential that M-Pesa refused; null once M-Pesa accepts them. */
export async function saveRefused(tx: Tx, digest: Buffer | null): Promise<void> {
  await tx.row('UPDATE payment_checks SET refused = $2 WHERE school_id = $1', [tx.schoolId, digest]);
}
