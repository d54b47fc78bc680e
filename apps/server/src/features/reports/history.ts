import type { InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { getHistory, HistoryRow, RecordKind } from '@mfuko/contract/reports';
import { shownChanges } from '../../platform/audit/shown.ts';
import { PLATFORM_SCHOOL, type ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page, ReadCall } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { isErased, studentNotFound } from '../students/index.ts';

/** Actions that only use a record: they have lists of their own, and would hide the changes. */
const USES = [
  'wallet.%',
  'gate.%',
  'bus.on.%',
  'bus.off.%',
  'pin.%',
  'offline.%',
  'fingerprint.identify',
  'fingerprint.no-match',
  'fingerprint.rebuilt',
  'fingerprint.not-renewed',
  '%.used',
];

/** Action that only Admins see: a school's settings for collecting. */
const PAYMENTS = 'school.set-payment-config';

/** SQL that adds the guardians' events to a student's history, beside those of PIN, fingers, limits and collectors. */
const OF_GUARDIANS = `$2 = 'student' AND subject_kind = 'guardian' AND subject_id IN (
  SELECT g.id FROM guardians g WHERE g.school_id = $1 AND g.student_id = $3)`;

interface Stored {
  readonly id: string;
  readonly date: Date;
  readonly action: string;
  readonly actorId: string | null;
  readonly changes: unknown;
}

/** Lists the changes of a record, newest first: author, time, old and new values. The list is empty for an unknown record. */
export async function listHistory(
  context: AppContext,
  call: ReadCall,
  query: InputOf<typeof getHistory>,
): Promise<Page<HistoryRow>> {
  const schoolId = await schoolOf(context, call, query.kind, query.sysid);
  if (query.kind === 'student' && (await context.db.readSchool(schoolId, (tx) => isErased(tx, query.sysid))))
    throw studentNotFound();
  const page = await context.db.readSchool(schoolId, (tx) =>
    readPage<Stored>(tx, query, {
      // A policy of the table shows a school the platform's rows about that school only.
      sql: `SELECT id, at AS date, action, actor_id AS "actorId", detail->'changes' AS changes FROM audit_events
            WHERE school_id IN ($1, '${PLATFORM_SCHOOL}') AND (subject_kind = $2 AND subject_id = $3 OR ${OF_GUARDIANS})
              AND action NOT LIKE ALL ($4::text[])
              AND NOT (action LIKE '%.update' AND detail->'changes' = '{}')`,
      values: [schoolId, query.kind, query.sysid, call.actor.role === 'Admin' ? USES : [...USES, PAYMENTS]],
      searched: ['action'],
      sort: '-date',
      tie: 'id',
    }),
  );
  const authors = await context.db.readPlatform((tx) => namesOf(tx, page.rows));
  return {
    total: page.total,
    rows: page.rows.map(({ id, date, action, actorId, changes }) => ({
      sysid: id,
      date: date.toISOString(),
      action,
      by: (actorId !== null && authors.get(actorId)) || context.config.platformName,
      changes: shownChanges(changes),
    })),
  };
}

/** Returns the school in which the history of the record is stored. */
async function schoolOf(
  { db }: AppContext,
  { actor, schoolId }: ReadCall,
  kind: RecordKind,
  id: string,
): Promise<string> {
  if (actor.schoolId !== null) return actor.schoolId;
  if (kind === 'school') return id;
  if (kind === 'user') {
    const user = await db.readPlatform((tx) =>
      tx.row<{ school: string }>('SELECT school_id AS school FROM users WHERE id = $1', [id]),
    );
    return user?.school ?? schoolId;
  }
  if (schoolId === PLATFORM_SCHOOL) throw new MalformedInput({ school: fieldError('required') });
  return schoolId;
}

/** Returns the names of users and of programs' keys. It runs in a transaction of the platform, which sees the Admins of all schools. */
async function namesOf(tx: ReadTx, rows: readonly Stored[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map((row) => row.actorId))].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const people = await tx.rows<{ id: string; names: string }>(
    `SELECT id, first_name || ' ' || last_names AS names FROM users WHERE id = ANY($1::uuid[])
     UNION ALL SELECT id, name FROM api_keys WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(people.map(({ id, names }) => [id, names]));
}
