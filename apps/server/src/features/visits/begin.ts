import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { beginVisit as begin } from '@mfuko/contract/visits';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { schoolNotFound } from '../schools/index.ts';
import { addVisit } from './store.ts';

/** Opens a visit of one hour to the school, and notifies the school of the visitor and the reason. */
export function beginVisit(call: Call, { reason }: InputOf<typeof begin>): Promise<AnswerOf<typeof begin>> {
  const { actor } = call;
  return call.record(async (tx) => {
    const opened = await addVisit(tx, actor, reason);
    if (!opened) throw schoolNotFound();
    await audit(tx, call, {
      action: 'platform.visit',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: { reason },
    });
    await enqueueStaffNotice(tx, {
      kind: 'visit.began',
      subject: { kind: 'visit', id: opened.id },
      params: { by: actor.names, why: reason },
      knownTo: actor.userId,
    });
    return { until: opened.until.toISOString() };
  });
}
