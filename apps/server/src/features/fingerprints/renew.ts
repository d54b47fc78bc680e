import type { AnswerOf } from '@mfuko/contract/endpoint';
import { RENEWAL_PAUSE_DAYS, type RenewalRefusal, type renewFingerprint } from '@mfuko/contract/fingerprint-renewal';
import type { Finger } from '@mfuko/contract/fingerprints';
import { judgeRenewal } from '@mfuko/fingerprint/matching/renewal';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { findHold, getStudent, guardianRecipients, isFingerHeld, notifyOfChange } from '../students/index.ts';
import type { Engine } from './engine.ts';
import { lowQuality, notRenewed } from './errors.ts';
import type { FingerProof } from './prove.ts';
import { type Dated, listOldestFirst, setAside } from './replaced.ts';
import { copyOf, spend } from './spend.ts';
import { insertFingerprint } from './store.ts';
import { recordUnique } from './unique.ts';
import { openTemplates, sealTemplate } from './vault.ts';

/**
 * Refuses a finger that is held after misses. Must run before the PIN is proven, since a right PIN lifts the hold. Throws
 * student.not-found.
 */
export async function refuseHeld(tx: ReadTx, admissionNumber: string): Promise<void> {
  const { id } = await getStudent(tx, admissionNumber);
  if (await isFingerHeld(tx, id)) throw notRenewed('held');
}

/**
 * Replaces the oldest impression of a finger by that of the proof. The caller has proven the PIN in the same call; `lock` locks the
 * student's row in the recording transaction. Throws fingerprint.replayed, fingerprint.not-renewed, fingerprint.low-quality and
 * server.busy.
 */
export async function renewFinger(
  call: Call,
  engine: Engine,
  { proof, scannerSerial, lock }: { proof: FingerProof; scannerSerial: string | null; lock: (tx: Tx) => Promise<void> },
): Promise<AnswerOf<typeof renewFingerprint>> {
  const { student, finger, picture } = proof;
  const { enrolled, templates } = await call.read(async (tx) => {
    await refuseChanged(tx, student.id, `finger:${finger}`);
    const listed = await listOldestFirst(tx, engine.context, student.id, finger, RENEWAL_PAUSE_DAYS);
    if (listed.some(({ fresh }) => fresh)) throw notRenewed('changed');
    const opened = await openTemplates(tx, engine.context, listed);
    return { enrolled: listed, templates: opened.map(({ bytes }) => bytes) };
  });
  // A missing template would shift the scores against the rows.
  if (templates.length !== enrolled.length) throw notRenewed('too-few');
  const asked = await engine.run('inspect', { ...copyOf(picture.view), templates });
  const { scores, quality, qualityMinimum } = asked;
  if (quality < qualityMinimum) throw lowQuality(quality, qualityMinimum);
  const verdict = judgeRenewal(scores);
  if (verdict !== 'fit') throw refused(call, student.id, verdict);
  const { template } = picture.view;
  const unique = {
    studentId: student.id,
    templates: [template],
    duplicate: async () => refused(call, student.id, 'unlike'),
  };
  return recordUnique(call, engine, unique, lock, async (tx) => {
    // Checked again, since PIN and fingers may have been changed after they were proven.
    await refuseChanged(tx, student.id, `finger:${finger}`);
    const oldest = await oldestOf(tx, engine, proof, enrolled);
    await spend(tx, student.id, picture, true);
    const sysid = newId();
    const sealed = await sealTemplate(tx, engine.context, student.id, sysid, template);
    const by = call.actor.userId;
    await insertFingerprint(tx, {
      ...{ id: sysid, studentId: student.id, finger, sealed, quality, scannerSerial, enrolledBy: by },
    });
    const { until } = await setAside(tx, engine.context, [oldest], { newerId: sysid, reenrolledIds: null }, by);
    const subject = { subjectKind: 'student', subjectId: student.id };
    await audit(tx, call, { action: 'fingerprint.renewed', ...subject, detail: { finger, quality, replaced: oldest } });
    const to = await guardianRecipients(tx, student.id);
    await notifyOfChange(tx, engine.context, student.id, 'finger-renewed', { to, waits: false });
    const { admissionNumber } = student;
    return { sysid, admissionNumber, finger, quality, replacedSYSID: oldest, until: until.toISOString() };
  });
}

/** Refuses if the PIN or the finger was changed within the school's hold: the change may not have been made for the child. */
export async function refuseChanged(
  tx: ReadTx,
  studentId: string,
  finger: `finger:${Finger}`,
  refusal = notRenewed('changed'),
): Promise<void> {
  for (const means of ['pin', finger] as const) if (await findHold(tx, studentId, means)) throw refusal;
}

/** Returns the oldest impression; refuses if the finger's impressions have changed since they were compared. */
async function oldestOf(
  tx: Tx,
  { context }: Engine,
  { student, finger }: FingerProof,
  judged: readonly Dated[],
): Promise<string> {
  const now = await listOldestFirst(tx, context, student.id, finger, RENEWAL_PAUSE_DAYS);
  const [oldest] = now;
  if (!oldest || now.map(({ id }) => id).join() !== judged.map(({ id }) => id).join()) throw notRenewed('changed');
  return oldest.id;
}

/** Refuses and audits the refusal, which may be a slip or an attempt with another's finger. */
function refused(call: Call, subjectId: string, why: RenewalRefusal) {
  return notRenewed(why, (tx) =>
    audit(tx, call, { action: 'fingerprint.not-renewed', subjectKind: 'student', subjectId, detail: { why } }),
  );
}
