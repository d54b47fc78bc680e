import type { AppContext } from '../../platform/process/app-context.ts';
import { readFault } from './status.ts';

/** Exports the clock's offset, and the number of schools whose money waits because of the clock. */
export function watchClockError({ db, metrics }: AppContext): void {
  metrics.watch('clock', {
    gauges: {
      mfuko_clock_offset_seconds: {
        help: "By how much the clock is ahead of the network's time; left out where that was not heard within the hour",
      },
      mfuko_clock_fault: {
        help: '1 where the clock cannot be right by the network or the release, and all money waits',
      },
      mfuko_clock_fault_schools: { help: 'Schools whose money waits because the clock cannot be right' },
    },
    read: () =>
      db.readPlatform(async (tx) => {
        const network = await tx.row<{ ms: bigint | null }>(
          `SELECT CASE WHEN checked_at BETWEEN clock_timestamp() - interval '1 hour' AND clock_timestamp() + clock_tolerance()
                       THEN offset_ms END AS ms FROM clock_checks`,
        );
        const fault = await readFault(tx);
        const schools = await tx.row<{ count: number }>('SELECT count(*)::int AS count FROM clock_faults()');
        return {
          ...(network?.ms == null ? {} : { mfuko_clock_offset_seconds: Number(network.ms) / 1_000 }),
          mfuko_clock_fault: fault ? 1 : 0,
          mfuko_clock_fault_schools: schools?.count ?? 0,
        };
      }),
  });
}
