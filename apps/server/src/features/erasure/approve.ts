import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { approveErase } from '@mfuko/contract/erasure';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type Engine, forgetImpressions } from '../fingerprints/index.ts';
import { closeWallet } from '../ledger/index.ts';
import { lockDataSubject } from '../students/index.ts';
import { readBlockers } from './blockers.ts';
import { eraseEverywhere } from './erase.ts';
import { noteErased } from './erased-file.ts';
import { eraseBlocked, samePerson } from './errors.ts';
import { readErasure } from './store.ts';

/**
 * Erases a student on the approval of a second person, at once and irreversibly. Throws erase.not-found, erase.same-person (with an
 * audit row), and erase.blocked if a blocker has come up since the proposal.
 */
export async function approve(
  call: Call,
  context: AppContext,
  engine: Engine,
  { sysid }: InputOf<typeof approveErase>,
): Promise<AnswerOf<typeof approveErase>> {
  const { actor } = call;
  const forgotten: string[] = [];
  const answer = await call.record(async (tx) => {
    const asked = await readErasure(tx, sysid, actor.userId);
    const about = { subjectKind: 'student', subjectId: asked.studentSYSID };
    if (asked.own) throw samePerson((after) => audit(after, call, { ...about, action: 'student.erase-same-person' }));
    const child = await lockDataSubject(tx, asked.studentSYSID);
    // Read again under the student's lock: another user may have rejected the request concurrently.
    const { sysid: requestId } = await readErasure(tx, asked.sysid, actor.userId);
    // After this, a payment on its way has either been credited to the wallet or will not be.
    await closeWallet(tx, child.id);
    const blockers = await readBlockers(tx, child.id);
    if (blockers.length > 0) throw eraseBlocked(blockers);
    await tx.row(
      `UPDATE erasures SET decision = 'approved', decided_by = $3, decided_at = clock_timestamp() WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, requestId, actor.userId],
    );
    forgotten.push(...(await eraseEverywhere(tx, context, child)));
    await audit(tx, call, { ...about, action: 'student.erase', detail: { pseudonym: child.pseudonym } });
    return {
      sysid: requestId,
      studentSYSID: child.id,
      pseudonym: child.pseudonym,
      date: new Date(context.clock.now()).toISOString(),
    };
  });
  await forgetImpressions(engine, call.schoolId, forgotten);
  noteErased(context, { schoolSYSID: call.schoolId, studentSYSID: answer.studentSYSID, pseudonym: answer.pseudonym });
  return answer;
}
