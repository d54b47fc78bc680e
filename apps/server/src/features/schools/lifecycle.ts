import type { InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { SchoolRecord, updateSchool as updateCall } from '@mfuko/contract/schools';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import { reencodeLogo } from '../../platform/images/images.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { endSessionsOfSchool } from '../session/index.ts';
import { badLogo, type Holds, schoolClosed, schoolCodeTaken, schoolInUse, schoolNotFound } from './errors.ts';
import { countyExists, findSchool } from './store.ts';

/** Changes the given fields of a school. Suspending a school ends the sessions of its people. */
export async function changeSchool(call: Call, input: InputOf<typeof updateCall>): Promise<SchoolRecord> {
  const asked = {
    countyId: input.CountySYSID ?? input.countySYSID,
    code: input.SchoolCode ?? input.schoolCode,
    officialName: input.OfficialName ?? input.officialName,
    shortName: input.ShortName ?? input.shortName,
    poBox: input.Pobox ?? input.pobox,
    town: input.Town ?? input.town,
  };
  const logo = input.Logo ? await reencodeLogo(input.Logo.bytes) : null;
  if (input.Logo && !logo) throw badLogo();
  return call.recordIn(input.sysid, async (tx) => {
    const before = await lockSchool(tx);
    if (before.status === 'deleted') throw schoolNotFound();
    // A moving school's file may have been written already; only the operator's programs open the school again.
    if (before.isMoving) throw schoolClosed();
    await requireUnchanged(input.updated, async () => before);
    if (asked.countyId && !(await countyExists(tx, asked.countyId)))
      throw new MalformedInput({ CountySYSID: fieldError('county') });
    await uniquelyCoded(asked.code ?? before.schoolCode, () =>
      tx.row(
        `UPDATE schools SET county_id = COALESCE($2, county_id), code = COALESCE($3, code),
           official_name = COALESCE($4, official_name), short_name = COALESCE($5, short_name),
           po_box = COALESCE($6, po_box), town = COALESCE($7, town), logo = COALESCE($8, logo),
           status = COALESCE($9, status)
         WHERE id = $1`,
        [
          tx.schoolId,
          asked.countyId,
          asked.code,
          asked.officialName,
          asked.shortName,
          asked.poBox,
          asked.town,
          logo,
          input.status,
        ],
      ),
    );
    const after = await getSchool(tx);
    const changes = changesOf(shown(before), shown(after));
    if (after.status === 'suspended' && before.status !== 'suspended') await endSessionsOfSchool(tx);
    await note(tx, call, actionOf(before, after, changes), { changes });
    return after;
  });
}

/**
 * Deletes a school, which is hidden, and ends its people's sessions. Throws school.in-use while wallets hold money or children are
 * inside. Waits for records under way; no new one can begin afterwards.
 */
export async function deleteSchool(call: Call, id: string): Promise<SchoolRecord> {
  return call.recordIn(id, async (tx) => {
    if ((await lockSchool(tx)).status === 'deleted') throw schoolNotFound();
    // The trigger not_in_deleted_school takes the same lock.
    await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('school:' || $1, 0))`, [tx.schoolId]);
    const holds = await readHoldings(tx);
    if (holds.held > 0n || holds.inside > 0 || holds.aboard > 0) throw schoolInUse(holds);
    await tx.row('UPDATE schools SET deleted_at = clock_timestamp() WHERE id = $1', [tx.schoolId]);
    await endSessionsOfSchool(tx);
    await note(tx, call, 'school.delete');
    return getSchool(tx);
  });
}

/** Restores a deleted school. Throws school.duplicate where another school has taken its code. */
export async function restoreSchool(call: Call, id: string): Promise<SchoolRecord> {
  return call.recordIn(id, async (tx) => {
    const before = await lockSchool(tx);
    if (before.status !== 'deleted') return before;
    await uniquelyCoded(before.schoolCode, () =>
      tx.row('UPDATE schools SET deleted_at = NULL WHERE id = $1', [tx.schoolId]),
    );
    await note(tx, call, 'school.restore');
    return getSchool(tx);
  });
}

/** Returns the transaction's school, with its row locked until the transaction ends. Throws school.not-found. */
async function lockSchool(tx: Tx): Promise<SchoolRecord> {
  await tx.row('SELECT 1 AS one FROM schools WHERE id = $1 FOR UPDATE', [tx.schoolId]);
  return getSchool(tx);
}

async function getSchool(tx: ReadTx): Promise<SchoolRecord> {
  const found = await findSchool(tx, tx.schoolId);
  if (!found) throw schoolNotFound();
  return found;
}

/**
 * Returns the money in the wallets, and the number of children who came in or boarded today, by the school's clock, and have not left.
 */
async function readHoldings(tx: ReadTx): Promise<Holds> {
  const today = `(SELECT date_trunc('day', clock_timestamp(), time_zone) FROM schools WHERE id = $1)`;
  const holds = await tx.row<Holds>(
    `SELECT (SELECT COALESCE(sum(balance), 0)::bigint FROM accounts WHERE school_id = $1 AND kind = 'wallet') AS held,
            (SELECT count(*)::int FROM gate_states WHERE school_id = $1 AND kind = 'in' AND since >= ${today}) AS inside,
            (SELECT count(*)::int FROM bus_states WHERE school_id = $1 AND kind = 'on' AND since >= ${today}) AS aboard`,
    [tx.schoolId],
  );
  return holds ?? { held: 0n, inside: 0, aboard: 0 };
}

async function uniquelyCoded<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) === 'schools_code') throw schoolCodeTaken(code);
    throw error;
  }
}

/** Returns a school's fields for the history. Of a logo, the history only tells that it changed. */
function shown({ schoolCode, officialName, shortName, pobox, town, countyName, status, b64Logo }: SchoolRecord) {
  return { schoolCode, officialName, shortName, pobox, town, county: countyName, status, logo: b64Logo };
}

type Changes = ReturnType<typeof changesOf>;

function actionOf(before: SchoolRecord, after: SchoolRecord, changes: Changes): string {
  const onlyStatus = Object.keys(changes).join() === 'status';
  if (!onlyStatus || before.status === after.status) return 'school.update';
  return after.status === 'suspended' ? 'school.suspend' : 'school.resume';
}

function note(tx: Tx, call: Call, action: string, { changes }: { changes?: Changes } = {}): Promise<void> {
  if (changes?.logo) changes.logo = { from: null, to: 'changed' };
  const detail = changes && { changes };
  return audit(tx, call, { action, subjectKind: 'school', subjectId: tx.schoolId, detail });
}
