import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import {
  type putImpressionBack as putBackCall,
  RENEWAL_PAUSE_DAYS,
  type RenewalRefusal,
  type renewFingerprint,
} from '@mfuko/contract/fingerprint-renewal';
import { judgeRenewal } from '@mfuko/fingerprint/matching/renewal';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import {
  findHold,
  getStudent,
  getStudentById,
  guardianRecipients,
  isFingerHeld,
  tellOfChange,
} from '../students/index.ts';
import { type Engine, forgetImpressions } from './engine.ts';
import { enrolmentFull, lowQuality, notKept, notRenewed } from './errors.ts';
import type { FingerProof } from './prove.ts';
import { type Dated, getReplaced, listOldestFirst, setAside, takeBack } from './replaced.ts';
import { copyOf, spend } from './spend.ts';
import { insertFingerprint } from './store.ts';
import { recordUnique, tellDuplicate } from './unique.ts';
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
    const listed = await listOldestFirst(tx, student.id, finger, RENEWAL_PAUSE_DAYS);
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
  const unique = { studentId: student.id, template, duplicate: async () => refused(call, student.id, 'unlike') };
  return recordUnique(call, engine, unique, hold, async (tx) => {
    // Once more: PIN and fingers may have been changed since they were proven.
    await refuseChanged(tx, student.id, `finger:${finger}`);
    const oldest = await oldestOf(tx, proof, enrolled);
    await spend(tx, student.id, picture, true);
    const sysid = newId();
    const sealed = await sealTemplate(tx, engine.context, student.id, sysid, template);
    const by = call.actor.userId;
    await insertFingerprint(tx, {
      ...{ id: sysid, studentId: student.id, finger, sealed, quality, scannerSerial, enrolledBy: by },
    });
    const until = await setAside(tx, oldest, sysid, by);
    const subject = { subjectKind: 'student', subjectId: student.id };
    await audit(tx, call, { action: 'fingerprint.renewed', ...subject, detail: { finger, quality, replaced: oldest } });
    const to = await guardianRecipients(tx, student.id);
    await tellOfChange(tx, engine.context, student.id, 'finger-renewed', { to, waits: false });
    const { admissionNumber } = student;
    return { sysid, admissionNumber, finger, quality, replacedSYSID: oldest, until: until.toISOString() };
  });
}

/** A PIN or finger that was changed within the school's hold proves nobody: whoever changed it may not be the child. */
async function refuseChanged(tx: ReadTx, studentId: string, finger: `finger:${string}`): Promise<void> {
  for (const means of ['pin', finger] as const) if (await findHold(tx, studentId, means)) throw notRenewed('changed');
}

/** The impression that goes, where the finger is still what it was judged by. */
async function oldestOf(tx: Tx, { student, finger }: FingerProof, judged: readonly Dated[]): Promise<string> {
  const now = await listOldestFirst(tx, student.id, finger, RENEWAL_PAUSE_DAYS);
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

/**
 * Puts a replaced impression back on the word of the office, and erases the one that came in its place. Throws fingerprint.not-kept,
 * student.not-found, fingerprint.duplicate where another student has that finger by now, and fingerprint.full where the newer one has been replaced too.
 */
export async function putImpressionBack(
  call: Call,
  engine: Engine,
  { sysid }: InputOf<typeof putBackCall>,
): Promise<AnswerOf<typeof putBackCall>> {
  const { context } = engine;
  const { replaced, template } = await call.read(async (tx) => {
    const found = await getReplaced(tx, sysid);
    await getStudentById(tx, found.studentId);
    const [opened] = await openTemplates(tx, context, [found]);
    if (!opened) throw notKept();
    return { replaced: found, template: opened.bytes };
  });
  const { studentId, finger, newerId } = replaced;
  const unique = { studentId, template, duplicate: (otherId: string) => call.read((tx) => tellDuplicate(tx, otherId)) };
  const answer = await recordUnique(
    call,
    engine,
    unique,
    async () => undefined,
    async (tx) => {
      await getReplaced(tx, sysid);
      if (!(await takeBack(tx, replaced)))
        throw enrolmentFull(finger, 'The impression that came in its place was replaced too.');
      const detail = { finger, erased: newerId, impression: sysid };
      await audit(tx, call, { action: 'fingerprint.put-back', subjectKind: 'student', subjectId: studentId, detail });
      const to = await guardianRecipients(tx, studentId);
      await tellOfChange(tx, context, studentId, 'finger-put-back', { to, waits: false });
      return { sysid, studentSYSID: studentId, finger };
    },
  );
  await forgetImpressions(engine, call.schoolId, [newerId]);
  return answer;
}
