import { getBuses } from '@mfuko/contract/bus';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey } from '../../lib/queries.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { useNews } from '../../school/offline/useNews.ts';

/** Runs the device's queue while a screen of the bus is shown. */
export function useOutbox() {
  const client = useQueryClient();
  useEffect(() => outbox.start(), []);
  useEffect(
    () =>
      outbox.onOutcome(() => {
        void client.invalidateQueries({ queryKey: queryKey(getBuses) });
      }),
    [client],
  );
  return { waiting: outbox.waiting.use(), down: outbox.down.use(), ready: outbox.ready.use(), ...useNews('bus') };
}
