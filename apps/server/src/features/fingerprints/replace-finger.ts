import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { enrolAnew, ReenrolmentRefusal } from '@mfuko/contract/fingerprint-renewal';
import type { Finger } from '@mfuko/contract/fingerprints';
import { MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { findHold, guardianRecipients, holdMoney, notifyOfChange, type Student } from '../students/index.ts';
import type { Engine } from './engine.ts';
import { lowQuality, notEnrolled, notReenrolled } from './errors.ts';
import { listOfFinger, setAside } from './replaced.ts';
import { copyOf, type Spendable, spend } from './spend.ts';
import { insertFingerprint } from './store.ts';
import { duplicateRefusal, recordUnique, takeOver } from './unique.ts';
import { sealTemplate } from './vault.ts';

/** Request to re-enrol a finger. */
export interface Reenrolment {
  readonly student: Student;
  readonly finger: Finger;
  /** Serial number of each capture's reader; null if unknown. */
  readonly serials: readonly (string | null)[];
  /** Locks the student's row in the recording transaction. */
  readonly lock: (tx: Tx) => Promise<void>;
}

/** Consent on which the finger is re-enrolled; `require` checks it again in the recording transaction. */
interface Word {
  readonly by: 'pin' | 'code';
  readonly require: (tx: Tx) => Promise<void>;
}

/**
 * Replaces all impressions of a finger by the pictures. Throws fingerprint.low-quality, fingerprint.not-renewed if the pictures show
 * different fingers, fingerprint.duplicate, fingerprint.not-enrolled, fingerprint.replayed, server.busy, and what `require` throws.
 */
export async function replaceFinger(
  call: Call,
  engine: Engine,
  anew: Reenrolment,
  pictures: readonly Spendable[],
  { by, require }: Word,
): Promise<AnswerOf<typeof enrolAnew>> {
  const { student, finger, serials, lock } = anew;
  const qualities = await judgeTogether(call, engine, anew, pictures);
  const templates = pictures.map(({ view }) => view.template);
  const duplicate = (otherId: string) => call.read((tx) => duplicateRefusal(tx, otherId));
  const unique = { studentId: student.id, templates, duplicate, isNew: true };
  return recordUnique(call, engine, unique, lock, async (tx, ofDeleted) => {
    await require(tx);
    const old = await listOfFinger(tx, student.id, finger);
    if (old.length === 0) throw notEnrolled();
    const rows = pictures.map((picture, place) => ({ picture, id: newId(), quality: qualities[place] ?? 0 }));
    const ids = rows.map(({ id }) => id);
    const [newerId = ''] = ids;
    const enrolledBy = call.actor.userId;
    const { until } = await setAside(tx, engine.context, old, { newerId, reenrolledIds: ids }, enrolledBy);
    for (const [place, { picture, id, quality }] of rows.entries()) {
      await spend(tx, student.id, picture, true);
      const sealed = await sealTemplate(tx, engine.context, student.id, id, picture.view.template);
      const scannerSerial = serials[place] ?? null;
      await insertFingerprint(tx, {
        ...{ id, studentId: student.id, finger, sealed, quality, scannerSerial, enrolledBy },
      });
    }
    const subject = { subjectKind: 'student', subjectId: student.id };
    await audit(tx, call, {
      action: 'fingerprint.anew',
      ...subject,
      detail: { finger, by, quality: qualities, replaced: old },
    });
    await takeOver(tx, call, ofDeleted, student.admissionNumber);
    const waits = by === 'code';
    if (waits) await holdMoney(tx, enrolledBy, [student.id], `finger:${finger}`);
    const to = await guardianRecipients(tx, student.id);
    await notifyOfChange(tx, engine.context, student.id, 'finger-anew', { to, waits });
    const held = waits ? await findHold(tx, student.id, `finger:${finger}`) : null;
    const { admissionNumber } = student;
    const heldUntil = held?.until.toISOString() ?? null;
    return {
      ...{ studentSYSID: student.id, admissionNumber, finger },
      ...{ replaced: old.length, until: until.toISOString(), heldUntil },
    };
  });
}

/**
 * Compares the pictures with each other: each must match another one at the threshold of money, so that all show one finger. Returns
 * their qualities.
 */
async function judgeTogether(
  call: Call,
  engine: Engine,
  anew: Reenrolment,
  pictures: readonly Spendable[],
): Promise<readonly number[]> {
  const judged = await Promise.all(
    pictures.map(({ view }, place) => {
      const templates = pictures.filter((_, other) => other !== place).map((other) => other.view.template);
      return engine.run('inspect', { ...copyOf(view), templates });
    }),
  );
  for (const { quality, qualityMinimum } of judged)
    if (quality < qualityMinimum) throw lowQuality(quality, qualityMinimum);
  if (judged.some(({ scores }) => Math.max(...scores) < MONEY_THRESHOLD)) throw refusedReenrolment(call, anew, 'apart');
  return judged.map(({ quality }) => quality);
}

/** Refuses and audits the refusal, which may be a slip or an attempt with another's finger. */
export function refusedReenrolment(call: Call, { student, finger }: Reenrolment, why: ReenrolmentRefusal): Refusal {
  const subject = { subjectKind: 'student', subjectId: student.id };
  return notReenrolled(why, (tx) =>
    audit(tx, call, { action: 'fingerprint.anew-refused', ...subject, detail: { finger, why } }),
  );
}
