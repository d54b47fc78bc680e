import { useEffect, useState } from 'react';
import { outbox } from '../../../school/offline/outbox.ts';
import { createKeptBus, goToDoor, type KeptBus, leaveQuestion } from './kept-bus.ts';

/** Others get on and off meanwhile, at another door. */
const AGAIN_MS = 15_000;
/** The office assigns students now and then. */
const RIDERS_AGAIN_MS = 5 * 60_000;

/** The bus that is chosen and its trip, from what lies on this device at once and from the server as soon as that answers. */
export function useTrip(school: string, plate: string) {
  const [buses] = useState(() => new Map<string, KeptBus>());
  const wanted = createKeptBus(school, plate);
  // The same again where the attendant comes back to it: an answer may be on its way there.
  const bus = buses.get(wanted.of) ?? wanted;
  buses.set(bus.of, bus);
  useEffect(() => {
    goToDoor(bus);
    void bus.begin();
    const soon = () => void bus.ask();
    const look = () => void bus.meet();
    const timer = setInterval(soon, AGAIN_MS);
    const ridersTimer = setInterval(() => void bus.askRiders(), RIDERS_AGAIN_MS);
    window.addEventListener('online', soon);
    window.addEventListener('focus', look);
    // Rides that have arrived are in the server's next answer.
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
