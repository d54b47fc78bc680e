import { useEffect, useState } from 'react';
import { outbox } from '../../../school/offline/outbox.ts';
import { goToDoor, leaveQuestion } from './door.ts';
import { createKeptBus, type KeptBus } from './kept-bus.ts';

/** Polling interval: other doors record rides meanwhile. */
const AGAIN_MS = 15_000;
/** Polling interval of the riders, whom the office assigns now and then. */
const RIDERS_AGAIN_MS = 5 * 60_000;

/** Returns the chosen bus and its trip: at once from the device's storage, then from the server. */
export function useTrip(school: string, plate: string) {
  const [buses] = useState(() => new Map<string, KeptBus>());
  const wanted = createKeptBus(school, plate);
  // Reuses the bus's object on return, since an answer for it may be pending.
  const bus = buses.get(wanted.of) ?? wanted;
  buses.set(bus.of, bus);
  useEffect(() => {
    goToDoor(bus);
    void bus.begin();
    const soon = () => void bus.ask();
    const look = () => void bus.mergeOtherPages();
    const timer = setInterval(soon, AGAIN_MS);
    const ridersTimer = setInterval(() => void bus.askRiders(), RIDERS_AGAIN_MS);
    window.addEventListener('online', soon);
    window.addEventListener('focus', look);
    // Rides that were sent are in the server's next answer.
    const deaf = [outbox.onOutcome(soon), outbox.waiting.subscribe(look)];
    return () => {
      clearInterval(timer);
      clearInterval(ridersTimer);
      window.removeEventListener('online', soon);
      window.removeEventListener('focus', look);
      for (const stop of deaf) stop();
    };
  }, [bus]);
  useEffect(
    () => () => {
      for (const one of buses.values()) leaveQuestion(one);
    },
    [buses],
  );
  return { bus, ...bus.state.use() };
}
