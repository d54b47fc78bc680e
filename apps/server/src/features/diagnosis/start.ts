import type { checkConfig } from '@mfuko/contract/diagnosis';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { withAccount } from '../payments/index.ts';
import { schoolNotFound } from '../schools/index.ts';
import { notConfigured, tooManyChecks } from './errors.ts';
import { beginCheck, lockCheck } from './store.ts';

export const CHECK_CONFIG = 'check-payment-config';

/** Age from which an unfinished run counts as dead. */
const MAX_RUN_MS = 5 * 60_000;
/** Most checks of a school within WITHIN_MS, because each costs M-Pesa a few requests. */
const MAX_CHECKS = 10;
const WITHIN_MS = 10 * 60_000;

/** Starts a check, or returns the one that is running. Throws payment.not-configured and payment.checked-often. */
export function startCheck(
  call: Call,
  context: AppContext,
  { schoolSYSID, passwordSetOn, again }: InputOf<typeof checkConfig>,
): Promise<AnswerOf<typeof checkConfig>> {
  return call.recordIn(schoolSYSID, async (tx) => {
    // Locked, so that two concurrent calls start one check; the lock mode does not block rows that refer to the school.
    const school = await tx.row('SELECT 1 AS one FROM schools WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [
      tx.schoolId,
    ]);
    if (!school) throw schoolNotFound();
    if (!(await withAccount(context, tx))) throw notConfigured();
    const before = await lockCheck(tx);
    if (before && before.finishedAt === null && before.now.getTime() - before.startedAt.getTime() < MAX_RUN_MS) {
      return { sysid: before.id };
    }
    const oldest = before?.starts[MAX_CHECKS - 1];
    const wait = oldest && before ? WITHIN_MS - (before.now.getTime() - oldest.getTime()) : 0;
    if (wait > 0) throw tooManyChecks(Math.ceil(wait / 1_000));
    const id = newId();
    await beginCheck(tx, id, MAX_CHECKS, passwordSetOn ?? null);
    await enqueue(tx, CHECK_CONFIG, { schoolId: tx.schoolId, id, again });
    await audit(tx, call, { action: 'school.check-payments', subjectKind: 'school', subjectId: tx.schoolId });
    return { sysid: id };
  });
}
