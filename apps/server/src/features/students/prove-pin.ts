import { audit } from '../../platform/audit/audit.ts';
import { hashSlowly, inHashTurn, isHashOf } from '../../platform/crypto/slow-hash.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { throwOnlyAnswer } from '../../platform/http/idempotency.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { noPin, pinWrong, tooManyMisses } from './errors.ts';
import { chargePinTry, dropTry, findGuessing, judgePinTry, type PinTry } from './locks.ts';
import { peppered } from './pin-pepper.ts';
import { getStudentWithPin, type Student } from './store.ts';

/**
 * Proves that the person at the desk knows the student's PIN. Runs outside any transaction of the caller; `named` returns the admission
 * number, within the transaction that charges the try. A wrong PIN of a call that was answered meanwhile under its Idempotency-Key costs
 * no try: the call gets that answer. Throws, in this order, the errors of `named`, student.not-found, student.no-pin, StillUnderWay,
 * pin.locked, pin.too-many-misses, server.busy, pin.wrong. The try is charged and committed before the PIN is compared, and judged and
 * committed before the outcome is revealed; a wrong one is judged by the `afterRollback` of pin.wrong.
 */
export async function provePin(
  call: Call,
  context: AppContext,
  named: (tx: Tx) => Promise<string>,
  pin: string,
): Promise<Student> {
  // Charge and judge within one turn, so that a rush of right PINs does not look like a series of misses.
  return inHashTurn(async () => {
    const { student, pinHash, tried } = await context.db.inSchool(call.schoolId, async (tx) => {
      const { pinHash: kept, ...found } = await getStudentWithPin(tx, await named(tx));
      if (kept === null) throw noPin();
      return { student: found, pinHash: kept, tried: await chargeFor(tx, call, found.id) };
    });
    const compare = async () => {
      const same = await isPin(context, call.schoolId, student.id, pinHash, pin);
      // A repeated call that finds the PIN changed by its first run is not a guess.
      if (!same) await call.leaveIfAnswered().catch(throwOnlyAnswer);
      return same;
    };
    const isRight = await compare().catch(async (error: unknown) => {
      await context.db.inSchool(call.schoolId, (tx) => dropTry(tx, tried));
      throw error;
    });
    if (!isRight) throw wrongPin(call, student, tried);
    await context.db.inSchool(call.schoolId, (tx) => judgePinTry(tx, tried, true));
    return student;
  });
}

/** Judges a wrong PIN in the transaction that stores the idempotency key: a repeat in between would be charged again. */
function wrongPin(call: Call, student: Student, tried: PinTry): Refusal {
  return pinWrong(null, async (tx) => {
    const triesLeft = await judgePinTry(tx, tried, false);
    const wrong = { action: 'pin.wrong', subjectKind: 'student', subjectId: student.id };
    await audit(tx, call, wrong);
    if (triesLeft === 0) await notifyOfLock(tx, call, student);
    await notifyOfGuessing(tx);
    return pinWrong(triesLeft);
  });
}

/** Charges the try. A user who is stopped need not wait an hour: the office is notified and can let the user go on. */
async function chargeFor(tx: Tx, call: Call, studentId: string): Promise<PinTry> {
  const { userId, names } = call.actor;
  try {
    return await chargePinTry(tx, studentId, userId, call.attempt);
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem !== 'pin.too-many-misses') throw error;
    throw tooManyMisses(error.retryAfter ?? 0, (after) =>
      enqueueStaffNotice(after, {
        kind: 'pin.agent-stopped',
        subject: { kind: 'user', id: userId },
        params: { by: names },
        quietSeconds: 3600,
      }),
    );
  }
}

/** Notifies the office of five wrong PINs in a row: the child may have forgotten the PIN, or somebody is guessing. */
function notifyOfLock(tx: Tx, call: Call, student: Student): Promise<void> {
  const { admissionNumber, names, className } = student;
  return enqueueStaffNotice(tx, {
    kind: 'pin.locked',
    subject: { kind: 'student', id: admissionNumber },
    params: { admissionNumber, names, className, by: call.actor.names },
  });
}

/**
 * Notifies the office, at most once an hour, of so many wrong PINs in the school that they are likely guesses, with the users to ask
 * first.
 */
async function notifyOfGuessing(tx: Tx): Promise<void> {
  const guessing = await findGuessing(tx);
  if (guessing === null) return;
  await enqueueStaffNotice(tx, { kind: 'pin.guessing', subject: null, params: guessing, quietSeconds: 3600 });
}

/**
 * Hashes a PIN by Argon2id with a secret of the installation, so that a copy of the database alone does not reveal 10,000 PINs in an
 * hour.
 */
export function hashPin(context: AppContext, schoolId: string, studentId: string, pin: string): Promise<string> {
  return inHashTurn(() => hashSlowly(peppered(context, schoolId, studentId, pin)));
}

let lastBatch: Promise<unknown> = Promise.resolve();

/**
 * Hashes the PINs of many students, by id; reports progress to `onProgress`. However many lists are imported, one of their PINs is hashed
 * at a time, so that all but one of the hashing turns remain for the gates.
 */
export async function hashPinsPatiently(
  context: AppContext,
  schoolId: string,
  students: readonly { readonly id: string; readonly pin: string }[],
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { id, pin } of students) {
    const mine = lastBatch.then(() => inHashTurn(() => hashSlowly(peppered(context, schoolId, id, pin)), 'patient'));
    // The caller awaits `mine` and gets its error; the next in the queue only waits for its turn.
    lastBatch = mine.catch(() => undefined);
    hashes.set(id, await mine);
    await onProgress(hashes.size, students.length);
  }
  return hashes;
}

/**
 * Returns true if `pin` is the PIN behind the hash. The caller holds a hashing turn. No try is charged, so this is for the office's own
 * checks and must never be revealed in an answer.
 */
export function isPin(
  context: AppContext,
  schoolId: string,
  studentId: string,
  pinHash: string,
  pin: string,
): Promise<boolean> {
  return isHashOf(pinHash, peppered(context, schoolId, studentId, pin));
}
