import { useEffect, useState } from 'react';
import { type KnownCollectors, readCollectors } from '../../../school/offline/collectors.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { useOnline } from '../useGate.ts';

/**
 * Returns if the guard may report that a child left without a listed collector. `held`: this device knows that the child may go with a
 * listed person only, and the server cannot be reached, so the office would hear too late; the guard can report once the server answers.
 * `reading`: the device's list is still being read.
 */
export function useOrphanWord(left: OrphanedRequest): 'free' | 'reading' | 'held' {
  const { kind, outcome, admissionNumber, collectorSYSID, leavesAlone } = left;
  const isDown = outbox.down.use();
  const isAway = !useOnline(ignore) || isDown;
  // Undefined until the device's list was read; null where the device has none.
  const [known, setKnown] = useState<KnownCollectors | null | undefined>();
  const isWithoutPerson = kind === 'out' && !collectorSYSID && !leavesAlone;
  useEffect(() => {
    if (!isWithoutPerson) return;
    // A failing storage counts as a device without a list.
    void readCollectors(admissionNumber).then(setKnown, () => setKnown(null));
  }, [isWithoutPerson, admissionNumber]);
  if (!isWithoutPerson || (outcome !== 'asking' && !isAway)) return 'free';
  if (known === undefined) return 'reading';
  return known && (known.required || known.blocked.length > 0) ? 'held' : 'free';
}

/** Does nothing on reconnect: the page itself retries. */
function ignore(): void {}
