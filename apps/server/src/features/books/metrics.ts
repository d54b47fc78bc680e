import type { AppContext } from '../../platform/process/app-context.ts';
import { VERIFIED_AT } from './state.ts';

/** Counts the schools whose books differ, as the last checks found. */
export function watchBooks({ db, metrics }: AppContext): void {
  metrics.watch('books', {
    gauges: {
      mfuko_books_differing_schools: {
        help: 'Schools whose books differ: rows that are not as they should be, what is owed and held, what M-Pesa holds',
        labels: ['what'],
      },
      mfuko_books_unverified_seconds: {
        help: 'For how long the books of the school verified longest ago were not; a look at every row counts for a week',
      },
    },
    async read() {
      const found = await db.readPlatform((tx) =>
        tx.row<{ rows: number; difference: number; provider: number; seconds: number | null }>(
          `SELECT count(*) FILTER (WHERE b.findings > 0)::int AS rows,
                  count(*) FILTER (WHERE b.difference <> 0)::int AS difference,
                  count(*) FILTER (WHERE b.provider_difference <> 0)::int AS provider,
                  extract(epoch FROM clock_timestamp() - min(${VERIFIED_AT}))::float8 AS seconds
           FROM book_states b JOIN schools s ON s.id = b.school_id AND s.status = 'active' AND s.deleted_at IS NULL`,
        ),
      );
      return {
        mfuko_books_differing_schools: [
          { labels: { what: 'rows' }, value: found?.rows ?? 0 },
          { labels: { what: 'owed-and-held' }, value: found?.difference ?? 0 },
          { labels: { what: 'm-pesa' }, value: found?.provider ?? 0 },
        ],
        ...(found?.seconds == null ? {} : { mfuko_books_unverified_seconds: found.seconds }),
      };
    },
  });
}
