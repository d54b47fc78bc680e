import type { GateEvent } from '@mfuko/contract/gate';
import type { Tx } from '../../platform/database/database.ts';
import { mayStillCollect } from '../collectors/index.ts';
import type { UsedExeat } from '../exeats/index.ts';

/**
 * Exeat as the answer to a passage shows it. The collector's name is left out if the office has blocked or removed the collector since
 * it granted the exeat. For a check-out, `releaseStudent` has locked the collectors before.
 */
export async function shownExeat(tx: Tx, studentId: string, exeat: UsedExeat, at: Date): Promise<GateEvent['exeat']> {
  const { sysid, returnBy, collectorId } = exeat;
  const may = collectorId !== null && (await mayStillCollect(tx, studentId, collectorId));
  return { sysid, returnBy: returnBy.toISOString(), goesWith: may ? exeat.goesWith : null, late: at > returnBy };
}
