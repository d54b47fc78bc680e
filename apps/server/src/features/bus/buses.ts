import type { BusRow, createBus, updateBus } from '@mfuko/contract/bus';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { busNotFound, plateTaken } from './errors.ts';

type ListedBus = Omit<BusRow, 'dateCreated' | 'updated'> & { dateCreated: Date };
type Written = Pick<BusRow, 'busNumberPlate' | 'label' | 'inspectedUntil' | 'insuredUntil'>;

const BUSES = `
  SELECT b.id AS sysid, b.plate AS "busNumberPlate", b.label, b.created_at AS "dateCreated",
         to_char(b.inspected_until, 'YYYY-MM-DD') AS "inspectedUntil", to_char(b.insured_until, 'YYYY-MM-DD') AS "insuredUntil",
         CASE WHEN b.permitted_on = (clock_timestamp() AT TIME ZONE s.time_zone)::date
           THEN json_build_object('day', to_char(b.permitted_on, 'YYYY-MM-DD'), 'reason', b.permit_reason,
             'by', COALESCE(u.first_name || ' ' || u.last_names, 'Platform')) END AS permit,
         (SELECT count(*)::int FROM bus_states st JOIN students p ON p.school_id = st.school_id AND p.id = st.student_id
          WHERE st.school_id = b.school_id AND st.bus_id = b.id AND st.kind = 'on'
            AND p.status = 'active' AND p.deleted_at IS NULL) AS aboard
  FROM buses b JOIN schools s ON s.id = b.school_id LEFT JOIN users u ON u.id = b.permitted_by
  WHERE b.school_id = $1 AND b.deleted_at IS NULL`;

export async function listBuses(tx: ReadTx, query: ListQuery): Promise<Page<BusRow>> {
  const page = await readPage<ListedBus>(tx, query, {
    sql: BUSES,
    values: [tx.schoolId],
    searched: ['busNumberPlate', 'label'],
    sort: 'label',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asBusRow) };
}

/** Reads a bus. Throws bus.not-found. */
export async function readBus(tx: ReadTx, id: string): Promise<BusRow> {
  const found = await tx.row<ListedBus>(`${BUSES} AND b.id = $2`, [tx.schoolId, id]);
  if (!found) throw busNotFound();
  return asBusRow(found);
}

/** Adds a bus; plates are unique in the school, ignoring spaces, hyphens and case. Throws bus.duplicate. */
export async function addBus(
  tx: Tx,
  bus: Pick<Written, 'busNumberPlate' | 'label'> & Partial<Written>,
): Promise<string> {
  const id = newId();
  const { busNumberPlate, label, inspectedUntil = null, insuredUntil = null } = bus;
  await unlessTaken(busNumberPlate, () =>
    tx.row(
      `INSERT INTO buses (school_id, id, plate, label, inspected_until, insured_until) VALUES ($1, $2, $3, $4, $5::date, $6::date)`,
      [tx.schoolId, id, busNumberPlate, label, inspectedUntil, insuredUntil],
    ),
  );
  return id;
}

export function makeBus(call: Call, input: InputOf<typeof createBus>): Promise<BusRow> {
  return call.record(async (tx) => {
    const id = await addBus(tx, input);
    const { busNumberPlate, label, inspectedUntil, insuredUntil } = input;
    await tell(tx, call, 'bus.create', id, {
      ...{ busNumberPlate, label },
      ...(inspectedUntil ? { inspectedUntil } : {}),
      ...(insuredUntil ? { insuredUntil } : {}),
    });
    return readBus(tx, id);
  });
}

export function changeBus(call: Call, { sysid, updated, ...change }: InputOf<typeof updateBus>): Promise<BusRow> {
  return call.record(async (tx) => {
    await tx.row('SELECT 1 AS one FROM buses WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, sysid]);
    const before = await readBus(tx, sysid);
    await requireUnchanged(updated, async () => before);
    const after: Written = {
      busNumberPlate: change.busNumberPlate ?? before.busNumberPlate,
      label: change.label ?? before.label,
      // Null removes the date; undefined keeps it.
      inspectedUntil: change.inspectedUntil === undefined ? before.inspectedUntil : change.inspectedUntil,
      insuredUntil: change.insuredUntil === undefined ? before.insuredUntil : change.insuredUntil,
    };
    await unlessTaken(after.busNumberPlate, () =>
      tx.row(
        `UPDATE buses SET plate = $3, label = $4, inspected_until = $5::date, insured_until = $6::date, listed = true
         WHERE school_id = $1 AND id = $2`,
        [tx.schoolId, sysid, after.busNumberPlate, after.label, after.inspectedUntil, after.insuredUntil],
      ),
    );
    const changes = changesOf<Written>(before, after);
    await tell(tx, call, 'bus.update', sysid, { changes });
    return readBus(tx, sysid);
  });
}

export function removeBus(call: Call, sysid: string): Promise<{ sysid: string }> {
  return call.record(async (tx) => {
    await setRemoved(tx, sysid, true);
    await tell(tx, call, 'bus.delete', sysid);
    return { sysid };
  });
}

/** Restores a bus. Throws bus.duplicate if another bus has the plate by now. */
export function bringBack(call: Call, sysid: string): Promise<BusRow> {
  return call.record(async (tx) => {
    await unlessTaken('of that bus', () => setRemoved(tx, sysid, false));
    await tell(tx, call, 'bus.restore', sysid);
    return readBus(tx, sysid);
  });
}

/** Removes or restores a bus. Idempotent: a repeated removal keeps the first time. */
async function setRemoved(tx: Tx, id: string, removed: boolean): Promise<void> {
  const found = await tx.row(
    `UPDATE buses SET listed = true, deleted_at = CASE WHEN $3 THEN COALESCE(deleted_at, clock_timestamp()) END
     WHERE school_id = $1 AND id = $2 RETURNING id`,
    [tx.schoolId, id, removed],
  );
  if (!found) throw busNotFound();
}

async function unlessTaken(plate: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (violatedUnique(error) === 'buses_plate') throw plateTaken(plate);
    throw error;
  }
}

function tell(
  tx: Tx,
  call: Call,
  action: string,
  subjectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'bus', subjectId, detail });
}

function asBusRow(row: ListedBus): BusRow {
  return stamped({ ...row, dateCreated: row.dateCreated.toISOString() }, ['aboard', 'permit']);
}
