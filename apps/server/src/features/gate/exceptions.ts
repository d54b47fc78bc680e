import type { clearException, EXCEPTION_KINDS, GateException, getExceptions } from '@mfuko/contract/campus';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { NoticeKind } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff } from '../notices/index.ts';
import { getStudentById } from '../students/index.ts';
import { exceptionIsCleared, exceptionNotFound } from './errors.ts';

export interface NewException {
  readonly kind: (typeof EXCEPTION_KINDS)[number];
  readonly studentId: string;
  readonly eventId: string | null;
  readonly recordedBy: string | null;
  /** Must never hold a PIN, fingerprint or phone number. */
  readonly detail?: Record<string, unknown>;
  /** True if the caller notifies staff itself, of several exceptions by one notice. */
  readonly notifiedTogether?: boolean;
}

/** Urgent exceptions: staff are notified of each one separately and at once, since a child's whereabouts or company is unknown. */
const URGENT: Partial<Record<NewException['kind'], NoticeKind>> = {
  'offline-out-unverified': 'exception.let-out',
  'out-blocked': 'exception.out-blocked',
  'out-changed': 'exception.out-changed',
  'bus-off-changed': 'exception.bus-off-changed',
  'exeat-overdue': 'exeat.overdue',
  'bus-never-arrived': 'bus.never-arrived',
  'bus-papers-over': 'bus.papers-set-out',
};

/**
 * Shortest time between two notices of other exceptions, in seconds. A notice for each would be ignored on a bad morning; the list
 * holds all.
 */
const TOLD_EVERY = 600;

/** Adds an exception for a person to clear, in the transaction of the event that it reports, and notifies staff. Returns the exception's id. */
export async function addException(tx: Tx, exception: NewException): Promise<string> {
  const id = newId();
  await tx.row(
    `INSERT INTO gate_exceptions (school_id, id, kind, student_id, event_id, recorded_by, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.schoolId,
      id,
      exception.kind,
      exception.studentId,
      exception.eventId,
      exception.recordedBy,
      JSON.stringify(exception.detail ?? {}),
    ],
  );
  if (exception.notifiedTogether) return id;
  const urgent = URGENT[exception.kind];
  if (urgent) {
    const { names, admissionNumber, className } = await getStudentById(tx, exception.studentId);
    const { deadline, since, busNumberPlate } = exception.detail ?? {};
    await notifyStaff(tx, {
      kind: urgent,
      subject: { kind: 'exception', id },
      params: { names, admissionNumber, className, ...words({ deadline, since, plate: busNumberPlate }) },
    });
    return id;
  }
  await notifyStaff(tx, {
    kind: 'exception.open',
    subject: { kind: 'exception', id: 'open' },
    params: {},
    quietSeconds: TOLD_EVERY,
  });
  return id;
}

function words(detail: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

type Listed = Omit<GateException, 'date' | 'settledAt'> & { date: Date; settledAt: Date | null };

const NAME = (user: string) => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** Lists the exceptions of gate and bus, the newest first, settled ones included; `from` is inclusive, `to` exclusive. */
export async function listExceptions(tx: ReadTx, query: InputOf<typeof getExceptions>): Promise<Page<GateException>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT o.id AS sysid, o.kind, s.admission_number AS "admissionNumber", s.names, c.name AS "className",
                 o.at AS date, o.detail, o.settled_at AS "settledAt", o.note,
                 CASE WHEN o.recorded_by IS NOT NULL THEN ${NAME('r')} END AS "recordedBy",
                 CASE WHEN o.settled_by IS NOT NULL THEN ${NAME('u')} END AS "settledBy"
          FROM gate_exceptions o
          JOIN students s ON s.school_id = o.school_id AND s.id = o.student_id
          JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          LEFT JOIN users r ON r.school_id = o.school_id AND r.id = o.recorded_by
          LEFT JOIN users u ON u.school_id = o.school_id AND u.id = o.settled_by
          WHERE o.school_id = $1 AND s.erased_at IS NULL AND ($2::text IS NULL OR o.kind = $2)
            AND ($3::boolean IS NULL OR (o.settled_at IS NOT NULL) = $3)
            AND ($4::timestamptz IS NULL OR o.at >= $4) AND ($5::timestamptz IS NULL OR o.at < $5)
            AND ($6::uuid IS NULL OR o.id = $6)`,
    values: [
      tx.schoolId,
      query.kind ?? null,
      query.settled ?? null,
      query.from ?? null,
      query.to ?? null,
      query.sysid ?? null,
    ],
    searched: ['admissionNumber', 'names', 'className'],
    sort: '-date',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  const rows = page.rows.map((row) => ({
    ...row,
    date: row.date.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }));
  return { total: page.total, rows };
}

/** Settles an exception with a note. Throws oddity.not-found, and oddity.settled if somebody has settled the exception before. */
export function settle(call: Call, { sysid, note }: InputOf<typeof clearException>): Promise<GateException> {
  return call.record(async (tx) => {
    const settled = await tx.row<{ kind: string; student_id: string }>(
      `UPDATE gate_exceptions SET settled_by = $3, settled_at = clock_timestamp(), note = $4
       WHERE school_id = $1 AND id = $2 AND settled_at IS NULL RETURNING kind, student_id`,
      [tx.schoolId, sysid, call.actor.userId, note],
    );
    const { rows } = await listExceptions(tx, { sysid, pageSize: 1 });
    const [exception] = rows;
    if (!exception) throw exceptionNotFound();
    if (!settled) throw exceptionIsCleared(exception.settledBy ?? 'somebody');
    await audit(tx, call, {
      action: 'gate.oddity.settle',
      subjectKind: 'student',
      subjectId: settled.student_id,
      detail: { exception: settled.kind, note },
    });
    return exception;
  });
}
