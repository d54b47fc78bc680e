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

/** Refuses a finger that is held after misses. To be asked before the PIN, which would lift the hold. Throws student.not-found. */
export async function refuseHeld(tx: ReadTx, admissionNumber: string): Promise<void> {
  const { id } = await getStudent(tx, admissionNumber);
  if (await isFingerHeld(tx, id)) throw notRenewed('held');
}

/**
 * Lets the impression of a proof take the place of the oldest one of its finger. The PIN has been proven too, in the same call. `hold` holds the student
 * in the recording transaction. Throws fingerprint.replayed, fingerprint.not-renewed, fingerprint.low-quality and server.busy.
 */
export async function renewFinger(
  call: Call,
  engine: Engine,
  { proof, scannerSerial, hold }: { proof: FingerProof; scannerSerial: string | null; hold: (tx: Tx) => Promise<void> },
): Promise<AnswerOf<typeof renewFingerprint>> {
  const { student, finger, picture } = proof;
  const { enrolled, templates } = await call.read(async (tx) => {
    await refuseChanged(tx, student.id, `finger:${finger}`);
    const listed = await listOldestFirst(tx, engine.context, student.id, finger, RENEWAL_PAUSE_DAYS);
    if (listed.some(({ fresh }) => fresh)) throw notRenewed('changed');
    const opened = await openTemplates(tx, engine.context, listed);
    return { enrolled: listed, templates: opened.map(({ bytes }) => bytes) };
  });
  // One that does not open would leave the places of scores and rows apart.
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
  return recordUnique(call, engine, unique, hold, async (tx) => {
    // Once more: PIN and fingers may have been changed since they were proven.
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

/** A PIN or finger that was changed within the school's hold proves nobody: whoever changed it may not be the child. */
export async function refuseChanged(
  tx: ReadTx,
  studentId: string,
  finger: `finger:${Finger}`,
  refusal = notRenewed('changed'),
): Promise<void> {
  for (const means of ['pin', finger] as const) if (await findHold(tx, studentId, means)) throw refusal;
}

/** The impression that goes, where the finger is still what it was judged by. */
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

/** A refusal that the trail keeps: it may have been a slip, or the finger of another. */
function refused(call: Call, subjectId: string, why: RenewalRefusal) {
  return notRenewed(why, (tx) =>
    audit(tx, call, { action: 'fingerprint.not-renewed', subjectKind: 'student', subjectId, detail: { why } }),
  );
}
