import { getBuses } from '@mfuko/contract/bus';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import { isNews, outbox } from '../../school/offline/outbox.ts';

/** Outcomes that a user on the bus has to read, on this page or a later one (`useKeptNews.ts`). */
const news = createStore<readonly OfflineOutcome[]>([]);
export const forgetNews = () => news.set([]);

/** Runs the device's queue while a screen of the bus is shown. */
export function useOutbox() {
  const client = useQueryClient();
  useEffect(() => outbox.start(), []);
  useEffect(
    () =>
      outbox.onOutcome((outcome) => {
        void client.invalidateQueries({ queryKey: queryKey(getBuses) });
        if (isNews(outcome)) news.set([...news.get(), outcome]);
      }),
    [client],
  );
  return { waiting: outbox.waiting.use(), down: outbox.down.use(), ready: outbox.ready.use(), heard: news.use() };
}
