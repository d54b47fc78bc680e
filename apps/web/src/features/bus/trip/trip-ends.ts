import type { TripDirection } from '@mfuko/contract/bus-routes';
import { closeTrip, openTrip } from '@mfuko/contract/bus-trips';
import { call } from '../../../lib/request.ts';
import type { KeptBus } from './kept-bus.ts';

/** Opens a trip of the bus, on which this page works from then on. Throws CallError where the server refuses it or gives no answer. */
export async function openTripOf(bus: KeptBus, direction: TripDirection, routeSYSID: string | null): Promise<void> {
  const before = bus.worksOn();
  const { school, plate: busNumberPlate } = bus;
  await call(openTrip, { busNumberPlate, direction, routeSYSID }, { school, overlay: false });
  // Ends the former trip, not the current one: the stream may have reported the new trip before this answer.
  bus.endTrip(before);
  await bus.ask();
}

/** Closes a trip of the bus by the code at its rear seat. Throws CallError where the server refuses it or gives no answer. */
export async function closeTripOf(bus: KeptBus, sysid: string, rearCode: string): Promise<void> {
  await call(closeTrip, { sysid, rearCode }, { school: bus.school, overlay: false });
  bus.endTrip(sysid);
  await bus.ask();
}
