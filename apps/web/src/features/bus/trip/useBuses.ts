import { getBuses } from '@mfuko/contract/bus';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../lib/request.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import type { Papers } from '../papers-of.ts';

export interface KnownBus extends Papers {
  /** An older build of the page kept none. */
  readonly sysid?: string;
  readonly busNumberPlate: string;
  readonly label: string;
}

const ANSWER_WITHIN_MS = 20_000;
/** The office writes a new date down, or lets a bus run, while somebody waits for it. */
const AGAIN_MS = 60_000;

/** The buses of the school and the one that this device is on, both kept on the device. */
export function useBuses(school: string) {
  /** Undefined until the device was looked at. */
  const [buses, setBuses] = useState<readonly KnownBus[] | undefined>(undefined);
  const [answered, setAnswered] = useState(false);
  // The office comes from its list of trips with the bus in the address.
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
      // Without an answer the kept ones stand; the trip itself says why there is none.
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
    /** True once the server has told which they are, so that none means none. */
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
  // A browser that keeps nothing goes on with what the page has.
  void seenBox.put(name, value).catch(() => undefined);
}
