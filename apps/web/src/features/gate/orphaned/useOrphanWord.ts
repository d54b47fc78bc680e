import { useEffect, useState } from 'react';
import { type KnownCollectors, readCollectors } from '../../../school/offline/collectors.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { useOnline } from '../useGate.ts';

/**
 * Word of a guard that a child has left without a person of the list. `held`: this device knows that the child goes with one only, and the
 * server cannot be asked, so that the office would hear of it too late; it can be said once the server answers. `reading`: not known yet.
 */
export function useOrphanWord(left: OrphanedRequest): 'free' | 'reading' | 'held' {
  const { kind, outcome, admissionNumber, collectorSYSID, leavesAlone } = left;
  const isDown = outbox.down.use();
  const isAway = !useOnline(ignore) || isDown;
  // Undefined until the device has looked; null where it has no list.
  const [known, setKnown] = useState<KnownCollectors | null | undefined>();
  const isWithoutPerson = kind === 'out' && !collectorSYSID && !leavesAlone;
  useEffect(() => {
    if (!isWithoutPerson) return;
    // A storage that fails has no list: the word is taken as where none lies.
    void readCollectors(admissionNumber).then(setKnown, () => setKnown(null));
  }, [isWithoutPerson, admissionNumber]);
  if (!isWithoutPerson || (outcome !== 'asking' && !isAway)) return 'free';
  if (known === undefined) return 'reading';
  return known && (known.required || known.blocked.length > 0) ? 'held' : 'free';
}

/** The page itself tries again what waits. */
function ignore(): void {}
