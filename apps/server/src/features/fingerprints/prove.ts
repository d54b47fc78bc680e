import type { Finger } from '@mfuko/contract/fingerprints';
import { audit } from '../../platform/audit/audit.ts';
import { ahead, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { throwOnlyAnswer } from '../../platform/http/idempotency.ts';
import { outcomeOf, valueIn } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { dropTry, type FingerTry, isFingerHeld, judgeFingerTry, type Student } from '../students/index.ts';
import { chargeFor } from './charge.ts';
import { type Engine, see } from './engine.ts';
import { madePicture } from './errors.ts';
import { noMatch } from './no-match.ts';
import type { Picture } from './picture.ts';
import { findOdd, notifyOfOddMisses } from './reader-size.ts';
import { type Purpose, refusesRebuilt, thresholdFor } from './rules.ts';
import { digestOf, isSpent, type Spendable } from './spend.ts';

/**
 * Proof that a student's finger was on the reader, if the picture is new: the caller must mark the picture as used where it records.
 * The try stays open until `judgeSpent` or `judgeUnspent` judges it.
 */
export interface FingerProof {
  readonly student: Student;
  readonly picture: Spendable;
  /** Must never be shown. */
  readonly score: number;
  /** Finger that matched. */
  readonly finger: Finger;
  readonly tried: FingerTry;
}

/** Admission: returns the claimed admission number, in the transaction that charges the try. */
export interface Admission {
  readonly admit: (tx: Tx) => Promise<string>;
  /** The number, if known beforehand. All statements are then sent at once, and rolled back if `admit` refuses. */
  readonly known: string | null;
}

/**
 * Proves that the picture shows a finger of the claimed student. Runs outside any transaction of the caller, which must call
 * `spendPicture` and `judgeSpent` in its recording transaction, or `judgeUnspent` if it records nothing. Throws, in this order, what
 * `admit` throws, fingerprint.bad-image, student.not-found, fingerprint.not-enrolled, StillUnderWay, fingerprint.held,
 * fingerprint.too-many-misses, fingerprint.no-match, for money fingerprint.replayed for a picture that looks made, and server.busy. The
 * try is committed before the comparison; a miss is judged and committed by the refusal's `afterRollback`, before the answer is sent.
 */
export async function proveFinger(
  call: Call,
  engine: Engine,
  { admit, known }: Admission,
  picture: Picture,
  purpose: Purpose,
): Promise<FingerProof> {
  const { context } = engine;
  const seen = await outcomeOf(() => see(engine, picture));
  const opened = await context.db.inSchool(call.schoolId, async (tx) => {
    const admitted = ahead(admit(tx));
    const begun =
      known !== null && 'value' in seen ? ahead(outcomeOf(() => chargeFor(tx, context, call, known))) : null;
    const admissionNumber = await admitted;
    // Thrown after the device check, so that the heartbeat of the admitted device is committed.
    return outcomeOf(async () => {
      const pixels = valueIn(seen);
      return { pixels, ...(begun ? valueIn(await begun) : await chargeFor(tx, context, call, admissionNumber)) };
    });
  });
  const { pixels, student, templates, fingers, sketches, owner, tried } = valueIn(opened);
  const pictureDigest = digestOf(context, call.schoolId, pixels);
  const needed = thresholdFor(purpose, templates.length);
  const ask = { picture: pixels, templates, sketches: sketches.packed, needed };
  const compare = async () => {
    const matched = await engine.run('match', ask);
    // A repeat may have been charged after the original call was judged: it leaves with the stored answer and is no second miss.
    if (matched.score < needed || matched.rebuilt) await call.leaveIfAnswered().catch(throwOnlyAnswer);
    return matched;
  };
  const { score, place, copied, rebuilt, advice, blank, ratio, ...view } = await compare().catch(
    async (error: unknown) => {
      await context.db.inSchool(call.schoolId, (tx) => dropTry(tx, tried));
      throw error;
    },
  );
  if (blank) {
    // A blank picture was compared with nothing, so that its try is not counted.
    await context.db.inSchool(call.schoolId, (tx) => dropTry(tx, tried));
    throw noMatch(advice);
  }
  const matches = score >= needed;
  const made = matches && rebuilt && context.config.refuseRebuiltFingers && refusesRebuilt(purpose);
  // The miss is judged in the transaction that stores the key's answer; between two transactions, a repeat would be charged again.
  if (!matches) {
    throw noMatch(advice, async (tx) => {
      await judgeFingerTry(tx, tried, false);
      const odd = ratio === null ? null : await findOdd(tx, student.id, ratio, picture.SerialNumber ?? '');
      await audit(tx, call, {
        action: 'fingerprint.no-match',
        subjectKind: 'student',
        subjectId: student.id,
        detail: { purpose, ...odd },
      });
      if (odd) await notifyOfOddMisses(tx, odd);
      if (await isFingerHeld(tx, student.id)) await notifyOfHold(tx, call, student);
    });
  }
  if (made) {
    // Counts as a miss: an attacker would otherwise vary the noise until a picture passes.
    throw madePicture(async (tx) => {
      await judgeFingerTry(tx, tried, false);
      const subject = { subjectKind: 'student', subjectId: student.id };
      await audit(tx, call, { action: 'fingerprint.rebuilt', ...subject, detail: { purpose } });
      const told = { kind: 'student', id: student.admissionNumber } as const;
      await enqueueStaffNotice(tx, {
        kind: 'finger.rebuilt',
        subject: told,
        params: {},
        quietSeconds: HOLD_TOLD_EVERY,
      });
    });
  }
  const finger = fingers[place];
  if (!finger) throw new TypeError('The engine matched a finger that is not among the enrolled ones.');
  const spendable = { pictureDigest, engine, view, heldAgainst: sketches.ids, copied, owner };
  return { student, picture: spendable, score, finger, tried };
}

/** Judges the try of a proof whose picture was just marked as used. Throws server.busy if the try no longer counts. */
export function judgeSpent(tx: Tx, { tried }: FingerProof): Promise<void> {
  return judgeFingerTry(tx, tried, true);
}

/** Judges the try of a proof with which nothing is recorded. Throws server.busy if the try no longer counts. */
export async function judgeUnspent(tx: Tx, { tried, picture }: FingerProof): Promise<void> {
  // A used picture proves no presence: its replay must not reset the count of failures.
  if (picture.copied || (await isSpent(tx, picture.pictureDigest))) await dropTry(tx, tried);
  else await judgeFingerTry(tx, tried, true);
}

/** Least time between two notices to the office about the same child's failing finger or made picture, in seconds. */
const HOLD_TOLD_EVERY = 900;

function notifyOfHold(tx: Tx, call: Call, { admissionNumber, names, className }: Student): Promise<void> {
  return enqueueStaffNotice(tx, {
    kind: 'finger.held',
    subject: { kind: 'student', id: admissionNumber },
    params: { admissionNumber, names, className, by: call.actor.names },
    quietSeconds: HOLD_TOLD_EVERY,
  });
}
