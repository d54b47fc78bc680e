import type { Endpoint } from '@mfuko/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { queryKey } from '../../lib/queries.ts';
import type { Sent } from '../../lib/request.ts';
import { showError } from '../../ui/notify.tsx';
import type { BulkWords } from './bulk-run.ts';

/** Fetched as the rows are chosen, so that it is there before the first of them is sent. */
async function runner() {
  const [run] = await Promise.all([import('./bulk-run.ts'), i18n.loadNamespaces('school')]);
  return run;
}

/**
 * One call for each of many rows, one after the other, each with a key of its own: `bulk.run(rows, toInput, words)`.
 * While it runs the notice counts along; at the end it says how many were done, and tells apart those that were refused and why, those of which
 * nobody knows, and those that were not sent.
 */
export function useBulk<E extends Endpoint>(endpoint: E, { refresh }: { readonly refresh: readonly Endpoint[] }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // One that does not come now is fetched by the press, which says so.
    runner().catch(() => undefined);
  }, []);

  async function run<Row>(
    rows: readonly Row[],
    toInput: (row: Row) => Sent<E>,
    words: BulkWords<E, Row>,
  ): Promise<void> {
    setBusy(true);
    try {
      const work = await runner().catch(() => {
        // Nothing was sent yet.
        showError(null);
      });
      await work?.runBulk(endpoint, rows, toInput, words);
    } finally {
      setBusy(false);
      for (const read of refresh) void client.invalidateQueries({ queryKey: queryKey(read) });
    }
  }
  return { busy, run };
}
