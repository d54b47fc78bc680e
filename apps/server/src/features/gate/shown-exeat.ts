import type { GateEvent } from '@mfuko/contract/gate';
import type { Tx } from '../../platform/database/database.ts';
import { mayStillCollect } from '../collectors/index.ts';
import type { UsedExeat } from '../exeats/index.ts';

/**
 * Leave as a passage answers it. It names nobody whom the office has barred or taken off since it granted the leave; of one who goes out, the
 * list is held by then (`releaseStudent`).
 */
export async function shownExeat(tx: Tx, studentId: string, exeat: UsedExeat, at: Date): Promise<GateEvent['exeat']> {
  const { sysid, returnBy, collectorId } = exeat;
  const may = collectorId !== null && (await mayStillCollect(tx, studentId, collectorId));
  return { sysid, returnBy: returnBy.toISOString(), goesWith: may ? exeat.goesWith : null, late: at > returnBy };
}
