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
import { getStudentWithPin, type Student } from './store.ts';

/**
 * Proves that who stands there knows the student's PIN. Runs outside any transaction of the caller; `named` says
 * whose PIN it is, in the one that charges the try. A wrong PIN of a call that was answered meanwhile under its Idempotency-Key costs no try: the call
 * is left with that answer. Throws, in this order, what `named` throws, student.not-found, student.no-pin, StillUnderWay, pin.locked, pin.too-many-misses, server.busy, pin.wrong. The try is charged and
 * committed before the PIN is compared, and judged and committed before anybody hears how it went: a wrong one by what pin.wrong leaves behind.
 */
export async function provePin(
  call: Call,
  context: AppContext,
  named: (tx: Tx) => Promise<string>,
  pin: string,
): Promise<Student> {
  // A try is charged and judged within its turn, so that a rush of right PINs does not look like a row of misses.
  return inHashTurn(async () => {
    const { student, pinHash, tried } = await context.db.inSchool(call.schoolId, async (tx) => {
      const { pinHash: kept, ...found } = await getStudentWithPin(tx, await named(tx));
      if (kept === null) throw noPin();
      return { student: found, pinHash: kept, tried: await chargeFor(tx, call, found.id) };
    });
    const compare = async () => {
      const same = await isPin(context, call.schoolId, student.id, pinHash, pin);
      // A repeat that finds the PIN changed by the call itself is no guess.
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

/** Judged together with the memory of the key: between the two a repeat would be charged anew. */
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

/** A person who is stopped is not left to wait for an hour: the office is told, and can let them go on. */
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

/** Five wrong PINs in a row may be a child who forgot, or somebody who tries: the office looks. */
function notifyOfLock(tx: Tx, call: Call, student: Student): Promise<void> {
  const { admissionNumber, names, className } = student;
  return enqueueStaffNotice(tx, {
    kind: 'pin.locked',
    subject: { kind: 'student', id: admissionNumber },
    params: { admissionNumber, names, className, by: call.actor.names },
  });
}

/** So many wrong PINs in a school are no slips any more: the office is told once an hour, and of whom it should ask first. */
async function notifyOfGuessing(tx: Tx): Promise<void> {
  const guessing = await findGuessing(tx);
  if (guessing === null) return;
  await enqueueStaffNotice(tx, { kind: 'pin.guessing', subject: null, params: guessing, quietSeconds: 3600 });
}

/**
 * Argon2id over the PIN and a secret of the installation: a copy of the database alone does not yield 10,000 PINs in an
 * hour.
 */
export function hashPin(context: AppContext, schoolId: string, studentId: string, pin: string): Promise<string> {
  return inHashTurn(() => hashSlowly(peppered(context, schoolId, studentId, pin)));
}

let lastBatch: Promise<unknown> = Promise.resolve();

/**
 * The same for many students at once, by id; `onProgress` hears how far it is. However many lists come in, one PIN of
 * theirs is hashed at a time, so that of the turns that there are the gate keeps all but one.
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
    // A caller who waits for `mine` hears of it; the next in line only wants its turn.
    lastBatch = mine.catch(() => undefined);
    hashes.set(id, await mine);
    await onProgress(hashes.size, students.length);
  }
  return hashes;
}

/**
 * Tells whether that is the PIN behind the hash; in a turn. No try is charged: for the office's own checks, never for an answer.
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

function peppered(context: AppContext, schoolId: string, studentId: string, pin: string): string {
  // As text, for argon2's library verifies text only.
  return context.keys.digest('student-pin', `${schoolId}:${studentId}:${pin}`).toString('base64');
}
