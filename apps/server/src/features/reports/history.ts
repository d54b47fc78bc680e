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

/** Uses: what merely used the record: it has lists of its own and would bury what was changed. */
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

/** Collection settings of a school are the Admins' to see. */
const PAYMENTS = 'school.set-payment-config';

/** Student: the numbers of their guardians stand on the same line of time as their PIN, fingers, limits and collectors. */
const OF_GUARDIANS = `$2 = 'student' AND subject_kind = 'guardian' AND subject_id IN (
  SELECT g.id FROM guardians g WHERE g.school_id = $1 AND g.student_id = $3)`;

interface Stored {
  readonly id: string;
  readonly date: Date;
  readonly action: string;
  readonly actorId: string | null;
  readonly changes: unknown;
}

/** Changes of that record: by whom, when, and from what to what, the newest first. Empty for what is not there. */
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
      // The platform's own rows about a school are shown to it alone, by a policy of the table.
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

/** School: where the history of the record is kept. */
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

/** Names of users, and of keys of a school's own programs. The people of the platform work in every school, so their names are looked up from where all can be seen. */
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
