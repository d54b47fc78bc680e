import type { TripDirection } from '@mfuko/contract/bus-routes';
import { closeTrip, getRiders, getTrip, openTrip } from '@mfuko/contract/bus-trips';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { listOfflineEvents } from '../../../school/offline/stored-events.ts';
import { keyOf } from '../bus-name.ts';

import { type KeptRiders, type KeptTrip, type OwnRide, stillOwn } from './trip-view.ts';
import { useOtherPages } from './useOtherPages.ts';

/** Others get on and off meanwhile, at another door. */
const AGAIN_MS = 15_000;
/** The office assigns students now and then. */
const RIDERS_AGAIN_MS = 5 * 60_000;
const ANSWER_WITHIN_MS = 10_000;
const NOTHING: KeptTrip = { trip: null, asOf: null, rides: [] };

/** The trip of a bus, from what lies on this device at once and from the server as soon as that answers. */
export function useTrip(school: string, plate: string) {
  /** Undefined until the device was looked at. */
  const [kept, setKept] = useState<KeptTrip | undefined>(undefined);
  const [riders, setRiders] = useState<KeptRiders | null>(null);
  const [away, setAway] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const latest = useRef<KeptTrip>(NOTHING);
  const of = `${school}:${keyOf(plate)}`;
  const shown = useRef(of);
  shown.current = of;

  const change = useCallback(
    (next: (now: KeptTrip) => KeptTrip) => {
      latest.current = next(latest.current);
      setKept(latest.current);
      // A browser that keeps nothing goes on with what the page has.
      return seenBox.put(`trip:${of}`, latest.current).catch(() => undefined);
    },
    [of],
  );

  const meet = useOtherPages({ school, of, shown, latest, show: setKept });

  const ask = useCallback(async () => {
    if (plate === '') return;
    const askedAt = latest.current.rides;
    try {
      // A device that keeps nothing has nothing that waits.
      const queued = await listOfflineEvents(school).catch(() => []);
      const waiting = new Set(queued.map(({ key }) => key));
      const trip = await call(
        getTrip,
        { busNumberPlate: plate },
        { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      ).catch((error: unknown) => {
        if (error instanceof CallError && error.problem === 'bus.trip-not-found') return null;
        throw error;
      });
      if (shown.current !== of) return;
      setAway(false);
      setRefusal(null);
      outbox.met(true);
      void change((now) => ({
        trip,
        asOf: new Date().toISOString(),
        rides: stillOwn(now.rides, askedAt, waiting),
      }));
    } catch (error) {
      if (shown.current !== of) return;
      const refused = error instanceof CallError && error.status !== null && error.status < 500 ? error : null;
      setAway(refused === null);
      setRefusal(refused);
      outbox.met(refused !== null);
    }
  }, [school, plate, of, change]);

  const askRiders = useCallback(async () => {
    if (plate === '') return;
    try {
      const told = await call(getRiders, { busNumberPlate: plate }, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      if (shown.current !== of) return;
      const now = { seenAt: new Date().toISOString(), riders: told.riders };
      setRiders(now);
      await seenBox.put(`riders:${of}`, now);
    } catch {
      // Without an answer the last list stands, with its age.
    }
  }, [plate, of]);

  useEffect(() => {
    let gone = false;
    latest.current = NOTHING;
    setKept(undefined);
    setRiders(null);
    setRefusal(null);
    void (async () => {
      const [before, seen] = await Promise.all([
        seenBox.get<KeptTrip>(`trip:${of}`),
        seenBox.get<KeptRiders>(`riders:${of}`),
      ]);
      if (gone) return;
      latest.current = before ?? NOTHING;
      setKept(latest.current);
      setRiders((now) => now ?? seen);
      void askRiders();
      await ask();
    })();
    const soon = () => void ask();
    const timer = setInterval(soon, AGAIN_MS);
    const ridersTimer = setInterval(() => void askRiders(), RIDERS_AGAIN_MS);
    window.addEventListener('online', soon);
    // Rides that have arrived are in the server's next answer.
    const deaf = outbox.onOutcome(soon);
    return () => {
      gone = true;
      clearInterval(timer);
      clearInterval(ridersTimer);
      window.removeEventListener('online', soon);
      deaf();
    };
  }, [of, ask, askRiders]);

  return {
    kept,
    riders,
    away,
    refusal,
    ask,
    meet,
    /** Notes a ride that was recorded here, until the server's word of the trip holds it. */
    async note(ride: OwnRide): Promise<void> {
      // Or this page's list would take the place of the other one's.
      await meet();
      await change((now) => ({ ...now, rides: [...now.rides, ride] }));
    },
    async open(direction: TripDirection, routeSYSID: string | null): Promise<void> {
      await call(openTrip, { busNumberPlate: plate, direction, routeSYSID }, { overlay: false });
      await ask();
    },
    async close(sysid: string, rearCode: string): Promise<void> {
      await call(closeTrip, { sysid, rearCode }, { overlay: false });
      await ask();
    },
  };
}

export type TripOnDevice = ReturnType<typeof useTrip>;
