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
 * The finger of this student was on the reader, if the picture is not an old one: spend it where you record. Its try counts as one under way until
 * it is judged, by `judgeSpent` or `judgeUnspent`.
 */
export interface FingerProof {
  readonly student: Student;
  readonly picture: Spendable;
  /** Never shown to anyone. */
  readonly score: number;
  /** Which finger it was. */
  readonly finger: Finger;
  readonly tried: FingerTry;
}

/** Admission: says whose finger it is said to be, in the transaction that charges the try. */
export interface Admission {
  readonly admit: (tx: Tx) => Promise<string>;
  /** The number where it is known before. Then all is asked for at once, and undone where nobody is admitted. */
  readonly known: string | null;
}

/**
 * Proves that the picture shows a finger of that student. Runs outside any transaction of the caller, which must call
 * `spendPicture` and `judgeSpent` with the proof in the transaction that records, or `judgeUnspent` where nothing is. Throws, in this order, what
 * `admit` throws, fingerprint.bad-image, student.not-found, fingerprint.not-enrolled, StillUnderWay, fingerprint.held, fingerprint.too-many-misses,
 * fingerprint.no-match, for money fingerprint.replayed where the picture looks as if it was made from a template, and server.busy. The try is
 * charged and committed before the finger is compared, and a miss judged and committed before anybody hears of it, by what its refusal leaves behind.
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
    // Refused only now, so that the device which was let in has been heard of.
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
    // A repeat that was charged after the call itself was judged is no miss of its own.
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
    // Compared with nothing, it was no guess.
    await context.db.inSchool(call.schoolId, (tx) => dropTry(tx, tried));
    throw noMatch(advice);
  }
  const matches = score >= needed;
  const made = matches && rebuilt && context.config.refuseRebuiltFingers && refusesRebuilt(purpose);
  // A miss is judged together with the memory of the key: between the two a repeat would be charged anew.
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
    // A miss too: whoever makes them tries another noise until one passes.
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
  if (!finger) throw new TypeError('A finger matched that is not enrolled.');
  const spendable = { pictureDigest, engine, view, heldAgainst: sketches.ids, copied, owner };
  return { student, picture: spendable, score, finger, tried };
}

/** Judges the try of a proof whose picture has just been spent, in the transaction that records. Throws server.busy where it no longer counts. */
export function judgeSpent(tx: Tx, { tried }: FingerProof): Promise<void> {
  return judgeFingerTry(tx, tried, true);
}

/** Judges the try of a proof on whose strength nothing is recorded. Throws server.busy where it no longer counts. */
export async function judgeUnspent(tx: Tx, { tried, picture }: FingerProof): Promise<void> {
  // An old picture is nobody's presence: replaying it must not wipe out the failures in between.
  if (picture.copied || (await isSpent(tx, picture.pictureDigest))) await dropTry(tx, tried);
  else await judgeFingerTry(tx, tried, true);
}

/** A child whose finger keeps failing, or is shown by a made picture, is told once in a quarter of an hour, for the office to look into it. */
const HOLD_TOLD_EVERY = 900;

function notifyOfHold(tx: Tx, call: Call, { admissionNumber, names, className }: Student): Promise<void> {
  return enqueueStaffNotice(tx, {
    kind: 'finger.held',
    subject: { kind: 'student', id: admissionNumber },
    params: { admissionNumber, names, className, by: call.actor.names },
    quietSeconds: HOLD_TOLD_EVERY,
  });
}
