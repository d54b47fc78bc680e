import { redactTrail } from '../../platform/audit/redact.ts';
import type { Tx } from '../../platform/database/database.ts';
import { voidAnswersAbout } from '../../platform/http/idempotency.ts';
import { dropJobsAbout } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { eraseAttendance } from '../attendance/index.ts';
import { eraseFindings, redactBooks } from '../books/index.ts';
import { eraseRides } from '../bus/index.ts';
import { eraseMeals } from '../canteen/index.ts';
import { eraseCollectors } from '../collectors/index.ts';
import { eraseExeats } from '../exeats/index.ts';
import { eraseFingers } from '../fingerprints/index.ts';
import { erasePassages } from '../gate/index.ts';
import { eraseGuardianCodes } from '../guardian-codes/index.ts';
import { eraseImports } from '../imports/index.ts';
import { eraseItems } from '../items/index.ts';
import { eraseLimits } from '../limits/index.ts';
import { eraseMessages, redactMessages } from '../messages/index.ts';
import { eraseNotices } from '../notices/index.ts';
import { erasePayments } from '../payments/index.ts';
import { eraseRefunds } from '../refunds/index.ts';
import { eraseReminders } from '../reminders/index.ts';
import { eraseStatementRows } from '../statements/index.ts';
import { type DataSubject, eraseStudent } from '../students/index.ts';
import { eraseSuspense } from '../suspense/index.ts';
import { eraseReversals } from '../wallet/index.ts';
import { readNamePatterns } from './name-patterns.ts';
import { readRecords } from './records.ts';
import { redactTexts } from './redact-texts.ts';

/**
 * Erases a student's data in every feature, in one transaction. Returns the impressions that the engine's workers must drop after the
 * commit.
 */
export async function eraseEverywhere(tx: Tx, context: AppContext, child: DataSubject): Promise<string[]> {
  // Longer timeouts: after years a school's tables are long, and no index finds a name inside a text.
  await tx.row(`SELECT set_config('statement_timeout', '60s', true), set_config('lock_timeout', '10s', true)`);
  const subjects = await readRecords(tx, child);
  const { own, others: pattern } = await readNamePatterns(tx, child.id);
  const impressions = await eraseFingers(tx, child);
  await eraseMessages(tx, context, child);
  for (const erase of [
    eraseNotices,
    eraseGuardianCodes,
    eraseLimits,
    eraseSuspense,
    eraseStatementRows,
    erasePayments,
    eraseRefunds,
    eraseReminders,
    eraseFindings,
    eraseMeals,
    eraseItems,
    erasePassages,
    eraseCollectors,
    eraseExeats,
    eraseRides,
    eraseAttendance,
    eraseReversals,
  ])
    await erase(tx, child);
  await eraseImports(tx, context, child, pattern);
  await tx.row(`UPDATE erasures SET reason = '' WHERE school_id = $1 AND student_id = $2`, [tx.schoolId, child.id]);
  await redactBooks(tx, context.keys, { id: child.id, own, others: pattern });
  await redactTexts(tx, child.id);
  await redactMessages(tx, context, pattern);
  const people = [child.names, ...child.guardians.map(({ name }) => name)];
  await redactTrail(tx, context.keys, {
    subjects,
    words: people.filter(isIdentifying),
    wholeWords: [child.admissionNumber, ...people],
    pattern,
  });
  await dropJobsAbout(
    tx,
    [child.id, child.names].map((text) => `%${forLike(JSON.stringify(text))}%`),
  );
  const texts = [
    JSON.stringify(child.id),
    `"admissionNumber":${JSON.stringify(child.admissionNumber)}`,
    ...people.filter(isIdentifying).map((name) => JSON.stringify(name)),
  ];
  await voidAnswersAbout(
    tx,
    context.keys,
    (answer) => texts.some((text) => answer.includes(text)) || pattern.names(answer),
  );
  await eraseStudent(tx, child);
  return impressions;
}

/** A name of a single word would also match texts about others. */
function isIdentifying(name: string): boolean {
  return name.trim().includes(' ');
}

function forLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
