// Positions of buses on open trips, kept apart from the trips: reported by the attendant's device, and shown to the office alone.
import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { moment, sysid } from './ids.ts';

/** Seconds between two positions of a device. A position within 20 seconds of the last one is dropped without an error. */
export const POSITION_EVERY_SECONDS = 30;
/** Age in minutes from which a position is shown as the last known place of the bus, and no longer as its current one. */
export const POSITION_STALE_MINUTES = 5;

const position = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Accuracy radius in metres, as the device estimates it; null if the device gave none. */
  accuracy: z.number().int().nullable(),
  at: moment,
});
/** Newest position of an open trip; null if no device has reported one. */
export const newestPosition = position.nullable();
export type BusPosition = z.output<typeof position>;

/**
 * Reports the position of a bus on an open trip. A closed trip takes no more positions (409 `bus.trip-closed`); `kept` is false if the
 * last stored position is only seconds old.
 */
export const tellPosition = record('check/tellPosition', {
  access: onDuty('bus'),
  input: z.object({
    sysid,
    lat: z.number().min(-90).max(90),
    long: z.number().min(-180).max(180),
    accuracy: z.number().min(0).max(1_000_000).nullish(),
  }),
  output: z.object({ kept: z.boolean() }),
});
