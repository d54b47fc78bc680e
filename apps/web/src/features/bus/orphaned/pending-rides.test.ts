import type { Trip } from '@mfuko/contract/bus-trips';
import { afterEach, expect, test, vi } from 'vitest';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { orphanedRides } from './orphan-list.ts';
import { noteTrip } from './pending-rides.ts';

const endByTrip = vi.hoisted(() => vi.fn());
vi.mock('./orphaned-rides.ts', () => ({ endByTrip }));

afterEach(() => orphanedRides.set([]));

test('noteTrip ends orphaned presses only when there are any', async () => {
  const trip = { sysid: 'morning' } as Trip;
  noteTrip(trip);
  orphanedRides.set([{ key: 'k' } as OrphanedRequest]);
  noteTrip(null);
  noteTrip(trip);
  await vi.waitFor(() => expect(endByTrip.mock.calls).toEqual([[trip]]));
});
