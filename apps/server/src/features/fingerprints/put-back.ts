import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { putImpressionBack as putBackCall } from '@mfuko/contract/fingerprint-renewal';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { getStudentById, guardianRecipients, holdMoney, notifyOfChange } from '../students/index.ts';
import { type Engine, forgetImpressions } from './engine.ts';
import { enrolmentFull, notKept } from './errors.ts';
import { getReplaced, takeBack } from './replaced.ts';
import { duplicateRefusal, recordUnique } from './unique.ts';
import { openTemplates } from './vault.ts';

/**
 * Puts a replaced impression back at the office's request, and erases the one that replaced it. For a re-enrolled finger, all
 * impressions are put back and money by the finger is held, since it may be another finger. Throws fingerprint.not-kept,
 * student.not-found, fingerprint.duplicate if another student has the finger by now, and fingerprint.full if the newer impression has
 * been replaced too.
 */
export async function putImpressionBack(
  call: Call,
  engine: Engine,
  { sysid }: InputOf<typeof putBackCall>,
): Promise<AnswerOf<typeof putBackCall>> {
  const { context } = engine;
  const { replaced, templates } = await call.read(async (tx) => {
    const found = await getReplaced(tx, context, sysid);
    await getStudentById(tx, found.studentId);
    const opened = await openTemplates(tx, context, found.rows);
    if (opened.length !== found.rows.length) throw notKept();
    return { replaced: found, templates: opened.map(({ bytes }) => bytes) };
  });
  const { studentId, finger, newerIds, anew } = replaced;
  const unique = {
    studentId,
    templates,
    duplicate: (otherId: string) => call.read((tx) => duplicateRefusal(tx, otherId)),
  };
  const answer = await recordUnique(
    call,
    engine,
    unique,
    async () => undefined,
    async (tx) => {
      await getReplaced(tx, context, sysid);
      if (!(await takeBack(tx, context, replaced)))
        throw enrolmentFull(finger, 'The impression that came in its place was replaced too.');
      const erased = anew ? newerIds : newerIds[0];
      const detail = { finger, erased, impression: sysid };
      await audit(tx, call, { action: 'fingerprint.put-back', subjectKind: 'student', subjectId: studentId, detail });
      if (anew) await holdMoney(tx, call.actor.userId, [studentId], `finger:${finger}`);
      const to = await guardianRecipients(tx, studentId);
      await notifyOfChange(tx, context, studentId, 'finger-put-back', { to, waits: anew });
      return { sysid, studentSYSID: studentId, finger };
    },
  );
  await forgetImpressions(engine, call.schoolId, newerIds);
  return answer;
}
