import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { ResultHandlers } from '../payments/index.ts';
import { alert, alertWhereUnverified } from './alert.ts';
import { closeDays } from './close.ts';
import { needsLook } from './due.ts';
import { askBalance, BALANCE, handleBalanceCallback } from './provider.ts';
import { PACE, type Pace, wholeChecks } from './rules.ts';
import { needsWholeCheck, saveCheckRun, saveNight } from './state.ts';
import { checkOpenDay, verifyBooks, verifyRecent } from './verify.ts';

/** Hourly job: if there is anything to check, closes past days and checks the open one; asks the provider for its balance. */
export const BOOKS_CHECK = 'look-at-books';
export const BOOKS_CHECK_AT = '20 * * * *';
/** Nightly job: checks every row of the schools whose turn it is, and of the others the rows since their last full check. */
export const BOOKS_VERIFY = 'verify-books';
export const BOOKS_VERIFY_AT = '40 23 * * *';

/**
 * Time that queued full checks may take after a start of the server before staff are alerted, since a server that was off for days has
 * them all queued.
 */
const VERIFY_MAY_TAKE_MS = 3_600_000;

export function bookJobs(context: AppContext, gateway: PaymentsGateway, pace: Pace = PACE): Jobs {
  const began = context.clock.now();
  const look = async (schoolId: string, by: Origin) => {
    await closeDays(context, schoolId, by);
    await context.db.inSchool(schoolId, async (tx) => {
      const findings = await checkOpenDay(tx);
      const { difference } = await saveCheckRun(tx, context.keys, findings, false);
      if (findings.length > 0 || difference !== 0n) await alert(tx);
      if (context.clock.now() - began >= VERIFY_MAY_TAKE_MS) await alertWhereUnverified(tx);
    });
  };
  /** A light check with a finding is followed by a full check, so that the finding is stored until it is corrected. */
  const isWholeCheckDue = async (schoolId: string, { place, schools }: Turn) =>
    place < wholeChecks(schools, pace) ||
    (await context.db.readSchool(schoolId, (tx) => needsWholeCheck(tx, context.keys))) ||
    (await verifyRecent(context, schoolId)).length > 0;
  return {
    [BOOKS_CHECK]: (_, run) =>
      inEachSchool(context, async (schoolId) => {
        if (await context.db.readSchool(schoolId, needsLook)) await look(schoolId, originOf(BOOKS_CHECK, run));
        await askBalance(context, gateway, schoolId);
      }),
    [BOOKS_VERIFY]: (_, run) =>
      inEachSchool(context, async (schoolId, turn) => {
        await closeDays(context, schoolId, originOf(BOOKS_VERIFY, run));
        if (!(await isWholeCheckDue(schoolId, turn))) return context.db.inSchool(schoolId, saveNight);
        const { findings } = await verifyBooks(context, schoolId);
        await context.db.inSchool(schoolId, async (tx) => {
          await saveCheckRun(tx, context.keys, findings, true);
          await alert(tx);
        });
      }),
  };
}

/** Handlers for the provider's answers to this feature. */
export const bookAnswers: ResultHandlers = { [BALANCE]: handleBalanceCallback };

/** Place of a school in the order of the last full checks, the oldest first. */
interface Turn {
  readonly place: number;
  readonly schools: number;
}

/**
 * Runs the work in each school; a failure in one school does not stop the others. Schools with the oldest full check come first, so
 * that a night that is too short for all schools does not skip the same ones every time.
 */
async function inEachSchool({ db }: AppContext, work: (schoolId: string, turn: Turn) => Promise<void>): Promise<void> {
  const schools = await db.readPlatform((tx) =>
    tx.rows<{ id: string }>(
      `SELECT s.id FROM schools s LEFT JOIN book_states b ON b.school_id = s.id
       WHERE EXISTS (SELECT 1 FROM accounts a WHERE a.school_id = s.id) ORDER BY b.whole_at NULLS FIRST, s.id`,
    ),
  );
  const failures: unknown[] = [];
  for (const [place, { id }] of schools.entries()) {
    await work(id, { place, schools: schools.length }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The books of some schools could not be looked at.');
}
