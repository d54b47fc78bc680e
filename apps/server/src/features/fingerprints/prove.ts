import type { Finger } from '@mfuko/contract/fingerprints';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { chargeFingerTry, dropTry, getStudent, isFingerHeld, judgeFingerTry, type Student } from '../students/index.ts';
import { type Engine, see } from './engine.ts';
import { fingerHeld, madePicture, noMatch, notEnrolled } from './errors.ts';
import type { Picture } from './picture.ts';
import { type Purpose, refusesRebuilt, thresholdFor } from './rules.ts';
import { readSketches } from './sketches.ts';
import { digestOf, isSpent, type Spendable } from './spend.ts';
import { listFingerprints } from './store.ts';
import { openTemplates } from './vault.ts';

/** The finger of this student was on the reader, if the picture is not an old one: spend it where you record. */
export interface FingerProof {
  readonly student: Student;
  readonly picture: Spendable;
  /** Never shown to anyone. */
  readonly score: number;
  /** Which finger it was. */
  readonly finger: Finger;
}

/**
 * Proves that the picture shows a finger of that student. Runs outside any transaction of the caller, which must call
 * `spendPicture` with the proof in the transaction that records. Throws, in this order, fingerprint.bad-image,
 * student.not-found, fingerprint.not-enrolled, fingerprint.held, fingerprint.too-many-misses, fingerprint.no-match, for money fingerprint.replayed
 * where the picture looks as if it was made from a template, and server.busy. The try is charged and committed before the finger is compared,
 * and judged before anybody hears how it went; a match forgets the student's failures.
 */
export async function proveFinger(
  call: Call,
  engine: Engine,
  admissionNumber: string,
  picture: Picture,
  purpose: Purpose,
): Promise<FingerProof> {
  const { context } = engine;
  const seen = await see(engine, picture);
  const pictureDigest = digestOf(context, call.schoolId, seen);
  const { student, templates, fingers, sketches, tried } = await context.db.inSchool(call.schoolId, async (tx) => {
    const found = await getStudent(tx, admissionNumber);
    const listed = await listFingerprints(tx, found.id);
    const enrolled = await openTemplates(tx, context, listed);
    if (enrolled.length === 0) throw notEnrolled();
    const charged = await chargeFingerTry(tx, found.id, call.actor.userId);
    if ('hold' in charged) throw fingerHeld(charged.hold.until, charged.hold.seconds);
    const fingers = enrolled.map(({ id }) => listed.find((each) => each.id === id)?.finger ?? null);
    const sketches = await readSketches(tx, context, found.id);
    return { student: found, templates: enrolled.map(({ bytes }) => bytes), fingers, sketches, tried: charged.tried };
  });
  const ask = { picture: seen, templates, sketches: sketches.packed };
  const { score, place, copied, rebuilt, ...view } = await engine.run('match', ask).then(
    (matched) => matched,
    async (error: unknown) => {
      await context.db.inSchool(call.schoolId, (tx) => dropTry(tx, tried));
      throw error;
    },
  );
  const matches = score >= thresholdFor(purpose, templates.length);
  const made = matches && rebuilt && context.config.refuseRebuiltFingers && refusesRebuilt(purpose);
  await context.db.inSchool(call.schoolId, async (tx) => {
    // An old picture is nobody's presence: replaying it must not wipe out the failures in between.
    if (matches && !made && (copied || (await isSpent(tx, pictureDigest)))) await dropTry(tx, tried);
    // A made picture is a miss: whoever makes them tries another noise until one passes.
    else await judgeFingerTry(tx, tried, matches && !made);
  });
  if (!matches) {
    throw noMatch(async (tx) => {
      await audit(tx, call, {
        action: 'fingerprint.no-match',
        subjectKind: 'student',
        subjectId: student.id,
        detail: { purpose },
      });
      if (await isFingerHeld(tx, student.id)) await tellOfHold(tx, call, student);
    });
  }
  if (made) {
    throw madePicture(async (tx) => {
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
  return { student, picture: { pictureDigest, engine, view, heldAgainst: sketches.ids, copied }, score, finger };
}

/** A child whose finger keeps failing, or is shown by a made picture, is told once in a quarter of an hour, for the office to look into it. */
const HOLD_TOLD_EVERY = 900;

function tellOfHold(tx: Tx, call: Call, { admissionNumber, names, className }: Student): Promise<void> {
  return enqueueStaffNotice(tx, {
    kind: 'finger.held',
    subject: { kind: 'student', id: admissionNumber },
    params: { admissionNumber, names, className, by: call.actor.names },
    quietSeconds: HOLD_TOLD_EVERY,
  });
}
