import type { Endpoint } from '@mfuko/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { queryKey } from '../../lib/queries.ts';
import type { Sent } from '../../lib/request.ts';
import { createStore } from '../../lib/store.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { showError } from '../../ui/notify.tsx';
import type { BulkWords } from './bulk-run.ts';

/** Loads the code as rows are selected, so that it is available before the first row is sent. */
async function runner() {
  const [run] = await Promise.all([import('./bulk-run.ts'), i18n.loadNamespaces('school')]);
  return run;
}

/** Number of bulk actions in progress or waiting in this page. It outlives the toolbar, which goes with the selection or its dialog. */
const underWay = createStore(0);
/** Resolves when the last of them is over. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes one call for each of many rows, one after the other, each with its own idempotency key: `bulk.run(rows, toInput, words)`. A notice
 * shows the progress; at the end it reports the number of rows that were done, and separately those that were refused and why, those with
 * an unknown outcome, and those that were not sent. `run` returns the rows to look at or to send again, which stay selected. `busy` is true
 * during any bulk action, also one of another list: a second one, such as an undo from a notice, waits for the first.
 */
export function useBulk<E extends Endpoint>(endpoint: E, { refresh }: { readonly refresh: readonly Endpoint[] }) {
  const client = useQueryClient();
  const busy = underWay.use() > 0;
  useEffect(() => {
    // A failed prefetch is retried by the press, which reports a failure.
    runner().catch(() => undefined);
  }, []);

  async function run<Row>(
    rows: readonly Row[],
    toInput: (row: Row) => Sent<E>,
    words: BulkWords<E, Row>,
  ): Promise<readonly Row[]> {
    const from = workplaceNow();
    underWay.set(underWay.get() + 1);
    const before = last;
    let end = () => {};
    last = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      await before;
      const work = await runner().catch(() => {
        // Nothing has been sent yet.
        showError(null);
      });
      return work ? await work.runBulk(endpoint, rows, toInput, words, from) : rows;
    } finally {
      end();
      underWay.set(underWay.get() - 1);
      for (const read of refresh) void client.invalidateQueries({ queryKey: queryKey(read) });
    }
  }
  return { busy, run };
}
