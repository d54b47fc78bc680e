import { ahead, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { outcomeOf, valueIn } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { chargeNumberedFingerTry, dropTry, getStudent, studentNotFound } from '../students/index.ts';
import { fingerHeld, notEnrolled } from './errors.ts';
import { readHeld } from './held.ts';

/**
 * Reads the student of a number with the enrolled templates and sketches, and charges the try. Throws, in this order,
 * student.not-found, fingerprint.not-enrolled, StillUnderWay, fingerprint.held, fingerprint.too-many-misses.
 */
export async function chargeFor(tx: Tx, context: AppContext, call: Call, admissionNumber: string) {
  // The statements are sent together: each of them needs the number only, not another's result.
  const reading = Promise.all([getStudent(tx, admissionNumber), readHeld(tx, context, admissionNumber)]);
  const charging = ahead(
    outcomeOf(() => chargeNumberedFingerTry(tx, admissionNumber, call.actor.userId, call.attempt)),
  );
  const [student, { enrolled, sketches, owner }] = await reading;
  const charge = await charging;
  // The office may have given the number to another student between two of these statements.
  const another = [owner, 'value' in charge ? charge.value : null].some(
    (of) => of !== null && of.studentId !== student.id,
  );
  if (enrolled.length === 0 || another) {
    if ('value' in charge && 'tried' in charge.value) await dropTry(tx, charge.value.tried);
    throw another ? studentNotFound() : notEnrolled();
  }
  const charged = valueIn(charge);
  if ('hold' in charged) throw fingerHeld(charged.hold.until, charged.hold.seconds);
  const templates = enrolled.map(({ bytes }) => bytes);
  const fingers = enrolled.map(({ finger }) => finger);
  return { student, templates, fingers, sketches, owner, tried: charged.tried };
}
