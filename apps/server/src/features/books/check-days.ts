import { exactly } from '../../platform/audit/chain.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Db, ReadTx } from '../../platform/database/database.ts';
import { readOneMoment } from '../../platform/database/snapshot.ts';
import { differ } from './amendment.ts';
import { checkAmendments } from './check-amendments.ts';
import { MIN_ID } from './checks.ts';
import { PATIENTLY } from './close.ts';
import type { Finding } from './finding.ts';
import { BEGINNING, hashOfDay } from './seal.ts';

const PAGE = 20;

/** Database and keys that the checks of the books need. */
export interface BooksParts {
  readonly db: Pick<Db, 'readSchool'>;
  readonly keys: Pick<Keys, 'digest'>;
}

export interface StoredDay {
  readonly number: number;
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
  readonly movements: number;
  readonly closing: string;
  readonly moved: string;
  readonly seals: Buffer;
  readonly hash: Buffer;
}

/** Ids of journal entries that do not fit the closed days, each with its day; `strange` entries have no seal. */
interface Touched {
  readonly changed: Map<string, string>;
  readonly missing: Map<string, string>;
  readonly strange: Map<string, string>;
}

interface Told {
  readonly day: string;
  readonly hash: string;
}

/**
 * Verifies a school's closed days from the first one: their hash chain, their rows, and the audit trail. Days and trail are read from
 * one snapshot, or a day that is closed in the meantime would be in one of them only; that day is left to the next check. With `since`,
 * days that were over by then are trusted, and amendments are not read: after an amendment, `needsWholeCheck` demands a full check.
 */
export async function checkDays(
  { db, keys }: BooksParts,
  schoolId: string,
  since: string | null = null,
): Promise<{ days: number; findings: Finding[] }> {
  const findings: Finding[] = [];
  const touched: Touched = { changed: new Map(), missing: new Map(), strange: new Map() };
  const hashes = new Map<string, string>();
  const { newest, trusted, told, amended } = await db.readSchool(schoolId, async (tx) => {
    await readOneMoment(tx);
    return {
      newest: await newestDay(tx),
      trusted: since === null ? null : await readLastBefore(tx, since),
      told: await readTrail(tx, since),
      amended: since === null ? await checkAmendments(tx, keys) : null,
    };
  });
  let before: StoredDay | null = trusted;
  let days: StoredDay[];
  do {
    days = await db.readSchool(schoolId, (tx) => readDays(tx, before?.number ?? 0, newest));
    for (const day of days) {
      findings.push(...chainFindings(keys, schoolId, before, day));
      const seals = amended?.seals.get(day.day) ?? day.seals;
      // The first day begins at -infinity: no earlier day could hold a backdated entry.
      const begins = before ? day.begins : '-infinity';
      await db.readSchool(schoolId, (tx) => compareRows(tx, keys, { ...day, begins, seals }, touched));
      hashes.set(day.day, day.hash.toString('hex'));
      before = day;
    }
  } while (days.length === PAGE);
  findings.push(...(await db.readSchool(schoolId, (tx) => nameTouched(tx, touched))));
  findings.push(
    ...trailFindings(
      told.filter(({ day }) => trusted === null || day > trusted.day),
      hashes,
    ),
  );
  if (amended) findings.push(...amended.findings(hashes));
  return { days: hashes.size, findings };
}

async function newestDay(tx: ReadTx): Promise<number> {
  const row = await tx.row<{ number: number }>(
    'SELECT coalesce(max(number), 0)::int AS number FROM book_days WHERE school_id = $1',
    [tx.schoolId],
  );
  return row?.number ?? 0;
}

/** Reads the closings of days that the audit trail recorded; with `since`, only those from then on. */
function readTrail(tx: ReadTx, since: string | null): Promise<Told[]> {
  return tx.rows<Told>(
    `SELECT detail->>'day' AS day, detail->>'hash' AS hash FROM audit_events
     WHERE school_id = $1 AND action = 'books.close-day' AND id >= ${MIN_ID} ORDER BY id`,
    [tx.schoolId, since],
  );
}

/** Reads the last day that was over by a moment, without verifying it. */
async function readLastBefore(tx: ReadTx, moment: string): Promise<StoredDay | null> {
  const last = await tx.row<{ number: number }>(
    'SELECT max(number) AS number FROM book_days WHERE school_id = $1 AND ends <= $2::timestamptz',
    [tx.schoolId, moment],
  );
  const [day] = last?.number ? await readDays(tx, last.number - 1, last.number) : [];
  return day ?? null;
}

/** Reads a page of a school's closed days after the given number. */
export async function readDays(tx: ReadTx, after: number, newest: number): Promise<StoredDay[]> {
  await tx.row(PATIENTLY);
  return tx.rows<StoredDay>(
    `SELECT number, day::text, ${exactly('begins')} AS begins, ${exactly('ends')} AS ends, movements, closing::text, moved::text, seals, hash
     FROM book_days WHERE school_id = $1 AND number > $2 AND number <= $3 ORDER BY number LIMIT ${PAGE}`,
    [tx.schoolId, after, newest],
  );
}

function chainFindings(
  keys: BooksParts['keys'],
  schoolId: string,
  before: StoredDay | null,
  day: StoredDay,
): Finding[] {
  const found: Finding[] = [];
  if (day.number !== (before?.number ?? 0) + 1 || (before && before.ends !== day.begins)) {
    found.push(
      of(
        'day',
        day.day,
        `day number ${day.number}`,
        `number ${(before?.number ?? 0) + 1}, right after ${before?.day ?? 'nothing'}: a day before it was removed`,
      ),
    );
  }
  // A day whose predecessor was removed cannot be verified against it; later days are verified against this day's hash.
  else if (!hashOfDay(keys, schoolId, before?.hash ?? BEGINNING, day).equals(day.hash)) {
    found.push(of('day', day.day, `seal ${day.hash.toString('hex', 0, 6)}`, 'the seal of what the day says'));
  }
  return found;
}

/**
 * Compares a day's rows with its seals. The sums, which the day's hash covers, are not computed again: rows that fit their seals have
 * these sums.
 */
async function compareRows(
  tx: ReadTx,
  keys: BooksParts['keys'],
  day: Pick<StoredDay, 'day' | 'begins' | 'ends' | 'seals'>,
  touched: Touched,
): Promise<void> {
  await tx.row(PATIENTLY);
  const { changed, missing, put } = await differ(tx, keys, day);
  for (const id of changed) touched.changed.set(id, day.day);
  for (const id of missing) touched.missing.set(id, day.day);
  for (const id of put) touched.strange.set(id, day.day);
}

/** Turns the touched journal entries into findings, with the admission numbers of their students. */
async function nameTouched(tx: ReadTx, { changed, missing, strange }: Touched): Promise<Finding[]> {
  await tx.row(PATIENTLY);
  const ids = [...new Set([...changed.keys(), ...missing.keys(), ...strange.keys()])];
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: string; says: string; admissionNumber: string | null }>(
    `SELECT m.id, s.admission_number AS "admissionNumber",
            m.kind || ' of KES ' || to_char(m.amount / 100.0, 'FM999,999,999,990.00') || ' at ' || ${exactly('m.at')} AS says
     FROM journal_entries m LEFT JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     WHERE m.school_id = $1 AND m.id = ANY($2::uuid[])`,
    [tx.schoolId, ids],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const name = (id: string, day: string, says: string, should: string): Finding => ({
    check: 'sealed',
    movementSYSID: id,
    admissionNumber: known.get(id)?.admissionNumber ?? null,
    day,
    says,
    should,
  });
  return [
    ...[...changed].map(([id, day]) => name(id, day, known.get(id)?.says ?? '', 'what was sealed that day')),
    ...[...missing].map(([id, day]) =>
      name(id, day, known.get(id)?.says ?? 'nothing: it was removed', 'what was sealed that day'),
    ),
    ...[...strange]
      .filter(([id]) => !missing.has(id))
      .map(([id, day]) =>
        name(id, day, known.get(id)?.says ?? '', 'not there: it was put in after the day was closed'),
      ),
  ];
}

/** Compares the closed days with the audit trail, which is sealed in a separate chain and records every closing with its hash. */
function trailFindings(told: readonly Told[], hashes: ReadonlyMap<string, string>): Finding[] {
  const found: Finding[] = [];
  for (const { day, hash } of told) {
    const stands = hashes.get(day);
    if (stands === hash) continue;
    const says =
      stands === undefined ? 'nothing: the day was removed' : `seal ${stands.slice(0, 12)}: it was closed anew`;
    found.push(of('day', day, says, `seal ${hash.slice(0, 12)}, as the audit trail knows`));
  }
  const known = new Set(told.map(({ day }) => day));
  for (const [day, hash] of hashes) {
    if (!known.has(day))
      found.push(of('day', day, `seal ${hash.slice(0, 12)}`, 'a day whose closing the audit trail knows'));
  }
  return found;
}

function of(check: string, day: string, says: string, should: string): Finding {
  return { check, movementSYSID: null, admissionNumber: null, day, says, should };
}
