import type { CheckStep, StepOutcome } from '@mfuko/contract/diagnosis';
import { audit, type JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Found, outcomeOf, unchecked } from './rules.ts';
import { saveEnd } from './store.ts';

/** Ends a run with the results of its last step. Steps that were not reached depend on the balance and become unchecked. */
export async function endCheck(
  tx: Tx,
  id: string,
  steps: readonly StepOutcome[],
  last: Partial<Record<CheckStep, Found>>,
  origin: JobOrigin,
): Promise<void> {
  const all = steps
    .map((each): StepOutcome => ({ ...each, ...last[each.step] }))
    .map((each): StepOutcome => (each.state === 'waiting' ? { ...each, ...unchecked('after.balance') } : each));
  const outcome = outcomeOf(all) ?? 'partly';
  if (!(await saveEnd(tx, id, all, outcome))) return;
  const faults = all.filter(({ state }) => state === 'failed').map(({ code }) => code);
  await audit(tx, origin, {
    action: 'school.payments-checked',
    subjectKind: 'school',
    subjectId: tx.schoolId,
    detail: { outcome, faults },
  });
}
