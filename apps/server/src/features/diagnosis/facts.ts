import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { withAccount } from '../payments/index.ts';
import { accountPrefix, type SchoolAccount, sharersOf } from '../schools/index.ts';
import type { PasswordFacts, Registration } from './rules.ts';
import { findCheck } from './store.ts';

/** Facts about a school's configuration, secrets included: kept in memory during a run, and never stored or logged. */
export interface Facts {
  readonly account: SchoolAccount;
  readonly apiUser: string;
  readonly prefix: string;
  /** Length of the longest admission number among active students. */
  readonly longestNumber: number;
  readonly registrations: readonly Registration[];
  readonly password: PasswordFacts;
  /** True if M-Pesa has refused this initiator with this credential before. */
  readonly refusedBefore: boolean;
}

/** Reads the facts; null if the school is not configured. */
export async function readFacts(context: AppContext, schoolId: string): Promise<Facts | null> {
  const found = await context.db.readSchool(schoolId, async (tx) => {
    const account = await withAccount(context, tx);
    if (!account) return null;
    const config = await tx.row<{ apiUser: string; savedAt: Date | null; longest: number }>(
      `SELECT p.api_user AS "apiUser",
         (SELECT max(s.updated_at) FROM payment_secrets s WHERE s.school_id = $1 AND s.name = 'securityCredential') AS "savedAt",
         (SELECT coalesce(max(length(st.admission_number)), 0) FROM students st
          WHERE st.school_id = $1 AND st.deleted_at IS NULL AND st.status = 'active') AS longest
       FROM payment_configs p WHERE p.school_id = $1`,
      [schoolId],
    );
    const check = await findCheck(tx);
    const digest = digestOf(context, account);
    return {
      account,
      apiUser: config?.apiUser ?? '',
      prefix: await accountPrefix(tx),
      longestNumber: config?.longest ?? 0,
      sharers: await sharersOf(tx),
      password: {
        setOn: check?.passwordSetOn ?? null,
        reportedAt: check?.passwordReportedAt ?? null,
        savedAt: config?.savedAt ?? null,
      },
      refusedBefore: check?.refused?.equals(digest) ?? false,
    };
  });
  if (!found) return null;
  const { sharers, ...facts } = found;
  const registrations = await context.db.readPlatform((tx) => readRegistrations(tx, sharers, schoolId));
  return { ...facts, registrations };
}

function readRegistrations(tx: ReadTx, schools: readonly string[], own: string): Promise<Registration[]> {
  return tx.rows<Registration>(
    `SELECT school_id = $2 AS own, short_code AS "shortCode", registered_url AS url FROM provider_registrations
     WHERE school_id = ANY($1) AND registered_at IS NOT NULL ORDER BY school_id <> $2`,
    [schools, own],
  );
}

/** Returns a digest of the operator's initiator and credential, which reveals only whether two of them are equal. */
export function digestOf(context: AppContext, { initiator, securityCredential }: SchoolAccount): Buffer {
  return context.keys.digest('payment-check', JSON.stringify([initiator, securityCredential]));
}
