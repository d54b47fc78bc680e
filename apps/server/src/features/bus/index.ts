/**
 * School bus: the buses, and who boarded and alighted where, proven by finger or PIN, or attested by the attendant. A student is on one
 * bus at a time; a contradiction is refused unless the attendant gives a reason, and then added to the list of exceptions. Events are
 * never changed. Rides belong to trips; a trip is closed with nobody aboard, by the code at the rear seat, and a trip that stays open
 * raises an alarm.
 */
export { BUS_BUNDLE } from './bundle.ts';
export { addBus } from './buses.ts';
export { noteStep } from './custody.ts';
export { eraseRides } from './erase.ts';
export { forgetRidePlaces } from './forget-places.ts';
export { backfillRide, type NewRide, type Ride, recordRide } from './ride.ts';
export type { BusKind } from './rules.ts';
export { findClosedTrip } from './trip-store.ts';
