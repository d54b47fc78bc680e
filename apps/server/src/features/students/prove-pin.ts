import { hash, verify } from '@node-rs/argon2';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { tellStaffLater } from '../../platform/tell.ts';
import { noPin, pinsBusy, pinWrong } from './errors.ts';
import { chargePinTry, dropTry, judgePinTry } from './locks.ts';
import { findPinHash, getStudent, type Student } from './store.ts';

/** Each comparison takes 19 MiB and some 20 ms of a core; more at once only take memory. */
const AT_ONCE = 4;
const LONGEST_QUEUE = 500;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Proves that who stands there knows the student's PIN. Runs outside any transaction of the caller. Throws, in this
 * order, student.not-found, student.no-pin, pin.locked, pin.too-many-misses, server.busy, pin.wrong. The try is charged and
 * committed before the PIN is compared, and judged and committed before anybody hears how it went.
 */
export async function provePin(call: Call, house: House, admissionNumber: string, pin: string): Promise<Student> {
  // A try that waits for its turn has not been charged, so that a rush of right PINs does not look like a row of misses.
  return inTurn(async () => {
    const { student, pinHash, tried } = await house.db.inSchool(call.schoolId, async (tx) => {
      const found = await getStudent(tx, admissionNumber);
      const kept = await findPinHash(tx, found.id);
      if (kept === null) throw noPin();
      return { student: found, pinHash: kept, tried: await chargePinTry(tx, found.id, call.actor.userId) };
    });
    const isRight = await isPin(house, call.schoolId, student.id, pinHash, pin).catch(async (error: unknown) => {
      await house.db.inSchool(call.schoolId, (tx) => dropTry(tx, tried));
      throw error;
    });
    const triesLeft = await house.db.inSchool(call.schoolId, (tx) => judgePinTry(tx, tried, isRight));
    if (!isRight) {
      throw pinWrong(triesLeft, async (tx) => {
        const wrong = { action: 'pin.wrong', subjectKind: 'student', subjectId: student.id };
        await audit(tx, call.actor, wrong, call.requestId);
        if (triesLeft === 0) await tellOfLock(tx, call, student);
      });
    }
    return student;
  });
}

/** Five wrong PINs in a row may be a child who forgot, or somebody who tries: the office looks. */
function tellOfLock(tx: Tx, call: Call, student: Student): Promise<void> {
  const { admissionNumber, names, className } = student;
  return tellStaffLater(tx, {
    kind: 'pin.locked',
    subject: { kind: 'student', id: admissionNumber },
    params: { admissionNumber, names, className, by: call.actor.names },
  });
}

/** argon2id over the PIN and a secret of the house: a copy of the database alone does not yield 10,000 PINs in an hour. */
export function hashPin(house: House, schoolId: string, studentId: string, pin: string): Promise<string> {
  return hash(peppered(house, schoolId, studentId, pin));
}

let lastBatch: Promise<unknown> = Promise.resolve();

/**
 * The same for many students at once, by id; `onProgress` hears how far it is. However many lists come in, one PIN of
 * theirs is hashed at a time, so that of the turns that there are the gate keeps all but one.
 */
export async function hashPinsPatiently(
  house: House,
  schoolId: string,
  students: readonly { readonly id: string; readonly pin: string }[],
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { id, pin } of students) {
    const mine = lastBatch.then(() => inTurn(() => hashPin(house, schoolId, id, pin), 'patient'));
    lastBatch = mine.catch(() => undefined);
    hashes.set(id, await mine);
    await onProgress(hashes.size, students.length);
  }
  return hashes;
}

/** Whether that is the PIN behind the hash. No try is charged: for the office's own checks, never for an answer. */
export function isPin(
  house: House,
  schoolId: string,
  studentId: string,
  pinHash: string,
  pin: string,
): Promise<boolean> {
  return verify(pinHash, peppered(house, schoolId, studentId, pin));
}

function peppered(house: House, schoolId: string, studentId: string, pin: string): string {
  // As text, for argon2's library verifies text only.
  return house.keys.digest('student-pin', `${schoolId}:${studentId}:${pin}`).toString('base64');
}

async function inTurn<T>(work: () => Promise<T>, who: 'waited-for' | 'patient' = 'waited-for'): Promise<T> {
  if (running < AT_ONCE) running++;
  else {
    if (waiting.length >= LONGEST_QUEUE && who === 'waited-for') throw pinsBusy();
    // Whoever ends hands the turn on, so `running` stays as it is.
    await new Promise<void>((go) => waiting.push(go));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
