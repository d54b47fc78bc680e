/**
 * The school bus: its buses, and who boarded and alighted where, proven by finger or vouched for by the person with the
 * roll. A student is on one bus at a time; what goes against that is refused unless somebody gives a reason, and then
 * goes to the list of exceptions. Events are never changed. Rides make up trips; a trip is closed with nobody aboard, by the
 * code at the rear seat, and one that stays open alarms the school.
 */
export { BUS_BUNDLE } from './bundle.ts';
export { addBus } from './buses.ts';
export { noteStep } from './custody.ts';
export { eraseRides } from './erase.ts';
export { forgetRidePlaces } from './forget-places.ts';
export { backfillRide, type NewRide, type Ride, recordRide } from './ride.ts';
export type { BusKind } from './rules.ts';
