import { type RefObject, useCallback, useEffect } from 'react';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { listOfflineEvents } from '../../../school/offline/stored-events.ts';
import { withOthers } from './other-pages.ts';
import type { KeptTrip } from './trip-view.ts';

interface OtherPagesOptions {
  readonly school: string;
  /** Name of the trip in the box of this device. */
  readonly of: string;
  readonly shown: RefObject<string>;
  readonly latest: RefObject<KeptTrip>;
  readonly show: (trip: KeptTrip) => void;
}

/** Takes over what other pages of this device have recorded: once one puts something away, once this one is in front again, and whenever it is asked to. */
export function useOtherPages({ school, of, shown, latest, show }: OtherPagesOptions): () => Promise<KeptTrip> {
  const meet = useCallback(async () => {
    // A device that keeps nothing has no other page's either.
    const [stored, queued] = await Promise.all([seenBox.get<KeptTrip>(`trip:${of}`), listOfflineEvents(school)]).catch(
      () => [null, []] as const,
    );
    const met = withOthers(latest.current, stored, new Set(queued.map(({ key }) => key)));
    if (shown.current !== of || met === latest.current) return latest.current;
    latest.current = met;
    show(met);
    return met;
  }, [school, of, shown, latest, show]);
  useEffect(() => {
    const look = () => void meet();
    window.addEventListener('focus', look);
    const deaf = outbox.waiting.subscribe(look);
    return () => {
      window.removeEventListener('focus', look);
      deaf();
    };
  }, [meet]);
  return meet;
}
