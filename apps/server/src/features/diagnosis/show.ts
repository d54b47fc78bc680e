import type { getConfigCheck } from '@mfuko/contract/diagnosis';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { AppContext } from '../../platform/process/app-context.ts';
import { schoolNotFound } from '../schools/index.ts';
import { knownDay } from './rules.ts';
import { findCheck } from './store.ts';

/** Reads a school's last check and the day of its operator's password. Throws school.not-found. */
export function showCheck(context: AppContext, schoolId: string): Promise<AnswerOf<typeof getConfigCheck>> {
  return context.db.readSchool(schoolId, async (tx) => {
    const school = await tx.row<{ changedAt: Date | null; savedAt: Date | null }>(
      `SELECT p.updated_at AS "changedAt",
         (SELECT max(s.updated_at) FROM payment_secrets s WHERE s.school_id = $1 AND s.name = 'securityCredential') AS "savedAt"
       FROM schools c LEFT JOIN payment_configs p ON p.school_id = c.id WHERE c.id = $1 AND c.deleted_at IS NULL`,
      [schoolId],
    );
    if (!school) throw schoolNotFound();
    const check = await findCheck(tx);
    if (!check) return { check: null, lastPassedAt: null, passwordSetOn: null };
    const { id, startedAt, finishedAt, outcome, steps, passedAt, passwordSetOn, passwordReportedAt } = check;
    return {
      check: {
        sysid: id,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
        outcome,
        steps: [...steps],
        outdated: school.changedAt !== null && school.changedAt > startedAt,
      },
      lastPassedAt: passedAt?.toISOString() ?? null,
      passwordSetOn: knownDay({ setOn: passwordSetOn, reportedAt: passwordReportedAt, savedAt: school.savedAt }),
    };
  });
}
