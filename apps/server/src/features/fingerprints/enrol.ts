import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { Finger, uploadStudentFingerprint } from '@mfuko/contract/fingerprints';
import { DUPLICATE_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { checkDevice } from '../devices/index.ts';
import type { RightCode } from '../guardian-codes/index.ts';
import type { Student } from '../students/index.ts';
import { type ConsentParts, type NewConsent, recordConsent, requireConsent } from './consent.ts';
import { requireConsentByCode } from './consent-by-code.ts';
import { requireConsentCode } from './consent-code.ts';
import { type Engine, see } from './engine.ts';
import { type EnrolledFinger, listFingerprints } from './enrolled.ts';
import { differentFinger, engineBusy, enrolmentFull } from './errors.ts';
import { noteEnrolment } from './note-enrolment.ts';
import type { Picture } from './picture.ts';
import { notifyOfSmallFingers, readAge } from './reader-size.ts';
import { type Roster, readRoster } from './roster.ts';
import { SAME_FINGER_THRESHOLD, whyFull } from './rules.ts';
import { findDuplicates, searchAdded } from './search-roster.ts';
import { spend, viewUnused } from './spend.ts';
import { insertFingerprint, lockEnrolments, lockOwnersShared, readRosterStamp } from './store.ts';
import { duplicateRefusal, findOfDeleted, MAX_ROUNDS, RosterMoved, takeOver } from './unique.ts';
import { openTemplates, sealTemplate } from './vault.ts';

export interface EnrolmentInput extends Picture, ConsentParts {
  readonly Finger: Finger;
}

/**
 * Adds one impression to a student's enrolment. Throws, in this order, device.revoked, device.unsigned-capture, fingerprint.bad-image,
 * student.not-found, fingerprint.no-consent, fingerprint.consent-code, fingerprint.replayed, fingerprint.low-quality,
 * fingerprint.duplicate, fingerprint.full, and fingerprint.no-match if the picture shows another finger than the one named.
 */
export async function enrol(
  call: Call,
  engine: Engine,
  findStudent: (tx: ReadTx) => Promise<Student>,
  input: EnrolmentInput,
): Promise<AnswerOf<typeof uploadStudentFingerprint>> {
  await call.autonomous((tx) => checkDevice(tx, engine.context, call.requestId, input, null));
  const seen = await see(engine, input);
  const student = await call.read(async (tx) => {
    const found = await findStudent(tx);
    // With a code, the guardian who received it may give the name that the upload lacks; checked below.
    if (!input.ConsentCode) await require(tx, found.id, null);
    return found;
  });
  const code =
    input.ConsentMethod === 'otp'
      ? await requireConsentCode(call, engine.context, student.id, input.ConsentCode)
      : null;
  await call.read((tx) => require(tx, student.id, code));
  const { picture, quality } = await viewUnused(call, engine, student.id, seen);
  const { template } = picture.view;

  let searched: Roster | null = null;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    searched = await refuseUnfit(call, engine, student, input.Finger, template, searched);
    const { stamp } = searched;
    // Read after the roster, so that a concurrent deletion either shows here or has changed the roster's stamp.
    const ofDeleted = await findOfDeleted(call, engine, [template]);
    try {
      const enrolled = await call.record((tx) => record(tx, stamp, ofDeleted));
      await checkReader(enrolled.studentSYSID);
      return enrolled;
    } catch (error) {
      // The transaction was rolled back: another enrolment committed first, and its finger must be compared too.
      if (!(error instanceof RosterMoved)) throw error;
    }
  }
  throw engineBusy();

  // Runs after the commit, so that an enrolment neither fails because of a notice nor holds its lock for one.
  async function checkReader(studentId: string): Promise<void> {
    const look = async (tx: Tx) => {
      const years = await readAge(tx, studentId);
      await notifyOfSmallFingers(tx, engine.context, { serial: input.SerialNumber ?? '', template, years });
    };
    // A failed check is repeated at the next small finger.
    await call.autonomous(look).catch(() => undefined);
  }

  async function require(tx: ReadTx, studentId: string, right: RightCode | null): Promise<NewConsent> {
    const asked = { studentId, userId: call.actor.userId, code: right };
    await requireConsentByCode(tx, engine.context, asked);
    return requireConsent(tx, studentId, input, right);
  }

  async function record(
    tx: Tx,
    stamp: string,
    ofDeleted: readonly string[],
  ): Promise<AnswerOf<typeof uploadStudentFingerprint>> {
    await lockEnrolments(tx);
    // Locked before the stamp is read: a restore from now on waits, and one before has changed the stamp.
    await lockOwnersShared(tx, ofDeleted);
    if ((await readRosterStamp(tx)) !== stamp) throw new RosterMoved();
    const { id: studentId, admissionNumber } = await findStudent(tx);
    await recordConsent(tx, studentId, await require(tx, studentId, code), call.actor.userId);
    await spend(tx, studentId, picture, true);
    const sysid = newId();
    const enrolledBefore = await listFingerprints(tx, engine.context, studentId);
    await insertFingerprint(tx, {
      id: sysid,
      studentId,
      finger: input.Finger,
      sealed: await sealTemplate(tx, engine.context, studentId, sysid, template),
      quality,
      scannerSerial: input.SerialNumber || null,
      enrolledBy: call.actor.userId,
    });
    await noteEnrolment(tx, engine.context, call, {
      ...{ id: sysid, studentId, finger: input.Finger, byCode: code !== null },
      again: enrolledBefore.some(({ finger }) => finger === input.Finger),
    });
    const detail = { finger: input.Finger, quality };
    await audit(tx, call, { action: 'fingerprint.enrol', subjectKind: 'student', subjectId: studentId, detail });
    await takeOver(tx, call, ofDeleted, admissionNumber);
    const impressions = enrolledBefore.filter(({ finger }) => finger === input.Finger).length + 1;
    return { sysid, studentSYSID: studentId, admissionNumber, finger: input.Finger, impressions, quality };
  }
}

/** Compares a new impression with all impressions of the school, or with those added since `before`; returns the roster that was compared. */
async function refuseUnfit(
  call: Call,
  engine: Engine,
  student: Student,
  finger: Finger,
  template: Uint8Array,
  before: Roster | null,
): Promise<Roster> {
  const { roster, own } = await call.read(async (tx) => ({
    roster: await readRoster(tx, engine),
    own: await listFingerprints(tx, engine.context, student.id),
  }));
  const [nearest] = before
    ? await searchAdded(engine, before, roster, template, student.id)
    : await findDuplicates(engine, roster, template, student.id);
  if (nearest && nearest.score >= DUPLICATE_THRESHOLD) {
    throw await call.read((tx) => duplicateRefusal(tx, nearest.studentId));
  }
  const full = whyFull(
    own.map((each) => each.finger),
    finger,
  );
  if (full !== null) throw enrolmentFull(finger, full);
  await refuseOtherFinger(
    call,
    engine,
    own.filter((each) => each.finger === finger),
    finger,
    template,
  );
  return roster;
}

async function refuseOtherFinger(
  call: Call,
  engine: Engine,
  same: EnrolledFinger[],
  finger: Finger,
  template: Uint8Array,
): Promise<void> {
  const others = (await call.read((tx) => openTemplates(tx, engine.context, same))).map(({ bytes }) => bytes);
  if (others.length === 0) return;
  const { scores } = await engine.run('compare', { template, others });
  if (Math.max(...scores) < SAME_FINGER_THRESHOLD) throw differentFinger(finger);
}
