import { randomInt } from 'node:crypto';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { makePins as makeCall } from '@mfuko/contract/students';
import { auditAll } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { naturalOrder } from '../../platform/database/natural-order.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { getClass } from '../schools/index.ts';
import { studentNotFound } from './errors.ts';
import { noteNewPins } from './new-pins.ts';
import { hashPinsPatiently } from './prove-pin.ts';
import { PIN_DIGITS, weaknessOf } from './rules.ts';

/** Number of PINs made at once from which they count as a batch: cash taken by them is reported together. */
const MANY = 10;

type Input = InputOf<typeof makeCall>;

interface PinOwner {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
}

/**
 * Makes PINs for the active students without one, of a class, of a list of ids or of the school; with `replace`, new PINs for those with
 * one too. The PINs are answered once and stored only as hashes, so a repeated Idempotency-Key cannot return them. Throws
 * class.not-found, student.not-found.
 */
export async function makePins(call: Call, context: AppContext, input: Input): Promise<AnswerOf<typeof makeCall>> {
  const meant = await call.read((tx) => listMeant(tx, input));
  const made = meant.map((student) => ({ ...student, pin: newPin(student.admissionNumber) }));
  const hashes = await hashPinsPatiently(context, call.schoolId, made, async () => undefined);
  const set = await call.autonomous(async (tx) => {
    const { ids, replaced } = await writePins(tx, hashes, input.replace, call.actor.userId);
    const first = [...ids].filter((id) => !replaced.includes(id));
    await noteNewPins(tx, context, call, { changed: replaced, first, madeIn: ids.size >= MANY ? newId() : null });
    const events = [...ids].map((subjectId) => ({ action: 'student.pin', subjectKind: 'student', subjectId }));
    await auditAll(tx, call, events);
    await openLocks(tx, [...ids]);
    return ids;
  });
  const slips = made
    .filter(({ id }) => set.has(id))
    .map(({ id, admissionNumber, names, className, pin }) => ({ sysid: id, admissionNumber, names, className, pin }));
  return { slips };
}

async function listMeant(tx: ReadTx, { classSYSID, sysids, replace }: Input): Promise<PinOwner[]> {
  if (classSYSID !== undefined) await getClass(tx, classSYSID);
  if (sysids !== undefined) await requireAll(tx, [...new Set(sysids)]);
  return tx.rows<PinOwner>(
    `SELECT s.id, s.admission_number AS "admissionNumber", s.names, c.name AS "className"
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.status = 'active' AND ($2 OR s.pin_hash IS NULL)
       AND ($3::uuid IS NULL OR s.class_id = $3) AND ($4::uuid[] IS NULL OR s.id = ANY($4))
     ORDER BY ${naturalOrder('c.name')}, length(s.admission_number), s.admission_number`,
    [tx.schoolId, replace, classSYSID ?? null, sysids ?? null],
  );
}

async function requireAll(tx: ReadTx, ids: readonly string[]): Promise<void> {
  const found = await tx.row<{ count: number }>(
    'SELECT count(*)::int AS count FROM students WHERE school_id = $1 AND id = ANY($2) AND deleted_at IS NULL',
    [tx.schoolId, ids],
  );
  if (found?.count !== ids.length) throw studentNotFound();
}

/**
 * Sets PINs, except for students who meanwhile left, were deleted or got a PIN from somebody else. Returns the students whose PIN was
 * set, and those of them who had one before.
 */
async function writePins(
  tx: Tx,
  hashes: ReadonlyMap<string, string>,
  replace: boolean,
  byUser: string,
): Promise<{ ids: Set<string>; replaced: string[] }> {
  const ids = [...hashes.keys()];
  const held = await tx.rows<{ id: string; had: boolean }>(
    `SELECT id, pin_hash IS NOT NULL AS had FROM students WHERE school_id = $1 AND id = ANY($2) AND deleted_at IS NULL AND status = 'active'
       AND ($3 OR pin_hash IS NULL) ORDER BY id FOR NO KEY UPDATE`,
    [tx.schoolId, ids, replace],
  );
  const set = held.map(({ id }) => id);
  await tx.rows(
    `UPDATE students s SET pin_hash = made.hash, pin_set_by = $4 FROM unnest($2::uuid[], $3::text[]) AS made (id, hash)
     WHERE s.school_id = $1 AND s.id = made.id`,
    [tx.schoolId, set, set.map((id) => hashes.get(id)), byUser],
  );
  return { ids: new Set(set), replaced: held.filter(({ had }) => had).map(({ id }) => id) };
}

/** Lifts the locks by wrong PINs. Runs last, since a gate's try of any of these students waits from here until the transaction ends. */
async function openLocks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(
    'UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0 WHERE school_id = $1 AND student_id = ANY($2)',
    [tx.schoolId, ids],
  );
}

/** Returns six digits from the operating system's random source, at least four of them different. */
function newPin(admissionNumber: string): string {
  for (;;) {
    const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0');
    if (new Set(pin).size >= 4 && weaknessOf(pin, admissionNumber) === null) return pin;
  }
}
