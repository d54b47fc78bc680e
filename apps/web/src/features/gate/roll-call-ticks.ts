import { type Tick, tickRollCall } from '@mfuko/contract/roll-calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { showError } from '../../ui/notify.tsx';

/** How long ticks wait for the network before they are sent again, in milliseconds. */
const AGAIN_MS = 3_000;
const NONE: readonly Tick[] = [];

/**
 * Ticks of this device: each goes out at once, and those that no answer came to are sent again under the same keys until one does.
 * They outlive a reload of the page. `onTaken` hears that some have arrived.
 */
export function useTicks(sysid: string, by: string, onTaken: () => void) {
  const [waiting, setWaiting] = useDraftState<readonly Tick[]>(`roll-call.ticks:${sysid}`, NONE);
  const [away, setAway] = useState(false);
  const sending = useRef(false);
  const taken = useRef(onTaken);
  taken.current = onTaken;

  const send = useCallback(
    async (ticks: readonly Tick[]) => {
      if (sending.current || ticks.length === 0) return;
      sending.current = true;
      const drop = () => {
        const keys = new Set(ticks.map(({ key }) => key));
        setWaiting((now) => now.filter(({ key }) => !keys.has(key)));
      };
      try {
        await call(tickRollCall, { sysid, ticks: [...ticks] }, { overlay: false });
        setAway(false);
        drop();
        taken.current();
      } catch (error) {
        const lost = !(error instanceof CallError) || error.unsure || error.status === null;
        setAway(lost);
        // A refusal will not change: the marshal hears of it and ticks again.
        if (!lost) {
          drop();
          showError(error);
        }
      } finally {
        sending.current = false;
      }
    },
    [sysid, setWaiting],
  );
  const latest = useRef(waiting);
  latest.current = waiting;
  useEffect(() => void send(waiting), [send, waiting]);
  useEffect(() => {
    const timer = setInterval(() => void send(latest.current), AGAIN_MS);
    return () => clearInterval(timer);
  }, [send]);

  function tick(admissionNumber: string): void {
    const seen = { key: crypto.randomUUID(), admissionNumber, at: new Date().toISOString(), by };
    setWaiting((now) => [...now, seen]);
  }
  return { waiting, away, tick };
}
