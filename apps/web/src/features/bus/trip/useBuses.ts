import { getBuses } from '@mfuko/contract/bus';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/request.ts';
import { seenBox } from '../../../school/offline/device-box.ts';

export interface KnownBus {
  readonly busNumberPlate: string;
  readonly label: string;
}

const ANSWER_WITHIN_MS = 20_000;

/** The buses of the school and the one that this device is on, both kept on the device. */
export function useBuses(school: string) {
  /** Undefined until the device was looked at. */
  const [buses, setBuses] = useState<readonly KnownBus[] | undefined>(undefined);
  // The office comes from its list of trips with the bus in the address.
  const [plate, setPlate] = useState(() => new URLSearchParams(window.location.search).get('bus') ?? '');
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
      try {
        const { rows } = await call(getBuses, { sort: 'label' }, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
        const known = rows.map(({ busNumberPlate, label }) => ({ busNumberPlate, label }));
        if (gone) return;
        setBuses(known);
        keep(`buses:${school}`, known);
      } catch {
        // Without an answer the kept ones stand; the trip itself says why there is none.
        if (!gone) setBuses((now) => now ?? []);
      }
    })();
    return () => {
      gone = true;
    };
  }, [school]);
  return {
    buses,
    plate,
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
