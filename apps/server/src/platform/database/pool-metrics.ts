import type { Metrics } from '../metrics/metrics.ts';
import type { Db } from './database.ts';

/** Exports the usage of the server's pool; the job queue has its own pool. */
export function watchPool(metrics: Metrics, db: Pick<Db, 'use'>): void {
  metrics.watch('database-pool', {
    gauges: {
      mfuko_database_connections: {
        help: 'Connections of the pool that are in use and that are idle',
        labels: ['state'],
      },
      mfuko_database_connections_max: { help: 'The most connections that the pool opens' },
      mfuko_database_waiting: { help: 'Transactions that wait for a connection' },
    },
    read() {
      const { used, idle, most, waiting } = db.use();
      return {
        mfuko_database_connections: [
          { labels: { state: 'used' }, value: used },
          { labels: { state: 'idle' }, value: idle },
        ],
        mfuko_database_connections_max: most,
        mfuko_database_waiting: waiting,
      };
    },
  });
}
