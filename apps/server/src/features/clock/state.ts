import type { decideClock, stateClock } from '@mfuko/contract/clock';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { changedSince, clockIsRight, noStatement, notStatable, samePerson, statementOpen } from './errors.ts';
import { lockOpen, readFault } from './status.ts';

/** Returns the latest time that blocks money: of the newest journal entry or of the end of the newest closed day. */
async function aheadUntil(tx: ReadTx): Promise<Date | null> {
  const row = await tx.row<{ until: Date | null }>(
    `SELECT greatest((SELECT max(at) FROM journal_entries WHERE school_id = $1), (SELECT max(ends) FROM book_days WHERE school_id = $1))
       AS until`,
    [tx.schoolId],
  );
  return row?.until ?? null;
}

/**
 * Refuses a statement unless the fault lies in the school's own records: a statement cannot explain the network's time or the release's
 * date.
 */
async function refuseOtherFaults(tx: ReadTx): Promise<void> {
  const fault = await readFault(tx);
  if (!fault) throw clockIsRight();
  if (fault.why === 'release' || fault.why === 'network') throw notStatable(fault.message);
}

/** Records a statement that the clock is right now and was ahead before. Throws clock.is-right, clock.not-statable and clock.statement-open. */
export async function state(call: Call, { reason }: InputOf<typeof stateClock>): Promise<AnswerOf<typeof stateClock>> {
  const sysid = newId();
  try {
    return await call.record(async (tx) => {
      await refuseOtherFaults(tx);
      const until = await aheadUntil(tx);
      await tx.row(
        'INSERT INTO clock_statements (school_id, id, ahead_until, reason, by_user) VALUES ($1, $2, $3, $4, $5)',
        [tx.schoolId, sysid, until, reason, call.actor.userId],
      );
      await trace(tx, call, 'clock.stated', sysid, { reason, aheadUntil: until?.toISOString() });
      const notice: NewNotice = {
        kind: 'clock.stated',
        subject: { kind: 'clock', id: sysid },
        params: { by: call.actor.names, reason },
        knownTo: call.actor.userId,
      };
      await notifyStaff(tx, notice, sysid);
      return { sysid };
    });
  } catch (error) {
    throw violatedUnique(error) === 'clock_statements_open' ? statementOpen() : error;
  }
}

/**
 * Approves or rejects a statement. Throws clock.no-statement, wallet.same-person (with an audit row), clock.is-right,
 * clock.not-statable, and clock.changed if the latest time is not the stated one any more.
 */
export async function approveOrReject(
  call: Call,
  { sysid, approve }: InputOf<typeof decideClock>,
): Promise<AnswerOf<typeof decideClock>> {
  const { actor } = call;
  return call.record(async (tx) => {
    const open = await lockOpen(tx);
    if (open?.sysid !== sysid) throw noStatement();
    if (approve) {
      if (open.byUser === actor.userId) {
        const event = { action: 'clock.same-person', subjectKind: 'clock', subjectId: sysid };
        throw samePerson((after) => audit(after, call, event));
      }
      await refuseOtherFaults(tx);
      await correct(tx, open.aheadUntil);
    }
    await tx.row(
      `UPDATE clock_statements SET decision = $3, decided_by = $4, decided_at = clock_timestamp() WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, sysid, approve ? 'approved' : 'rejected', actor.userId],
    );
    await settleNotice(tx, sysid);
    await trace(tx, call, approve ? 'clock.approved' : 'clock.rejected', sysid, { by: open.byUser });
    if (approve) {
      await notifyStaff(tx, {
        kind: 'clock.corrected',
        subject: { kind: 'clock', id: sysid },
        params: { by: open.by, approvedBy: actor.names, reason: open.reason },
      });
    }
    return { sysid, approved: approve };
  });
}

/** Records the correction, so that money is accepted from now on. */
async function correct(tx: Tx, until: Date): Promise<void> {
  const written = await tx.row(
    `INSERT INTO clock_corrections AS c (school_id, begins, until, newest)
     SELECT $1, here.now, future.until, here.now
     FROM (SELECT clock_timestamp() AS now) AS here
     CROSS JOIN (SELECT greatest((SELECT max(at) FROM journal_entries WHERE school_id = $1),
                                 (SELECT max(ends) FROM book_days WHERE school_id = $1)) AS until) AS future
     -- A Date has milliseconds, the database has more.
     WHERE date_trunc('milliseconds', future.until) = $2 AND future.until > here.now
     ON CONFLICT (school_id) DO UPDATE SET begins = excluded.begins, until = excluded.until, newest = excluded.newest
     RETURNING 1 AS one`,
    [tx.schoolId, until],
  );
  if (!written) throw changedSince();
}

function trace(tx: Tx, call: Call, action: string, id: string, detail: object): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'clock', subjectId: id, detail: { ...detail } });
}
