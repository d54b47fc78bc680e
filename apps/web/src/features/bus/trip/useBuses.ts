import { getBuses } from '@mfuko/contract/bus';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../lib/request.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import type { Papers } from '../papers-of.ts';

export interface KnownBus extends Papers {
  /** Absent in a list that an older build of the page has stored. */
  readonly sysid?: string;
  readonly busNumberPlate: string;
  readonly label: string;
}

const ANSWER_WITHIN_MS = 20_000;
/** Polling interval: the office may renew a paper or grant a permit while a user waits for it. */
const AGAIN_MS = 60_000;

/** Returns the school's buses and the bus of this device; the device stores both. */
export function useBuses(school: string) {
  /** Undefined until the device's storage was read. */
  const [buses, setBuses] = useState<readonly KnownBus[] | undefined>(undefined);
  const [answered, setAnswered] = useState(false);
  // The office's list of trips links here with the bus in the address.
  const [plate, setPlate] = useState(() => new URLSearchParams(window.location.search).get('bus') ?? '');
  const ask = useCallback(async () => {
    try {
      const { rows } = await call(getBuses, { sort: 'label' }, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      const known = rows.map(({ sysid, busNumberPlate, label, inspectedUntil, insuredUntil, permit }) => ({
        ...{ sysid, busNumberPlate, label, inspectedUntil, insuredUntil, permit },
      }));
      setBuses(known);
      setAnswered(true);
      keep(`buses:${school}`, known);
    } catch {
      // Without an answer the stored buses stay; the trip itself reports the error.
      setBuses((now) => now ?? []);
    }
  }, [school]);
  useEffect(() => {
    let gone = false;
    void (async () => {
      const [kept, chosen] = await Promise.all([
        seenBox.get<readonly KnownBus[]>(`buses:${school}`),
        seenBox.get<string>(`bus:${school}`),
      ]);
      if (gone) return;
      setBuses(kept ?? undefined);
      setPlate((now) => now || (chosen ?? ''));
      await ask();
    })();
    const timer = setInterval(() => void ask(), AGAIN_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [school, ask]);
  return {
    buses,
    /** True once the server has answered, so that an empty list means that the school has no bus. */
    answered,
    plate,
    askAgain: () => void ask(),
    choose(next: string): void {
      window.history.replaceState(null, '', window.location.pathname);
      setPlate(next);
      keep(`bus:${school}`, next);
    },
  };
}

function keep(name: string, value: unknown): void {
  // A browser without storage continues with the state in memory.
  void seenBox.put(name, value).catch(() => undefined);
}
