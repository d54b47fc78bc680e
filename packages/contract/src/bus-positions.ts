// Positions of buses on open trips, apart from the trips: told by the attendant's device, and shown to the office alone.
import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { moment, sysid } from './ids.ts';

/** Seconds between two positions of a device; one that comes within 20 of the last is dropped without a word. */
export const POSITION_EVERY_SECONDS = 30;
/** Minutes after which a position says where the bus was, and no longer where it is. */
export const POSITION_STALE_MINUTES = 5;

const position = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Meters within which the device believed to be; null where it did not say. */
  accuracy: z.number().int().nullable(),
  at: moment,
});
/** Newest position of an open trip; null where no device has told one. */
export const newestPosition = position.nullable();
export type BusPosition = z.output<typeof position>;

/**
 * Tells where a bus on an open trip is. Nothing is taken once it is closed (409 `bus.trip-closed`); `kept` is false where the last one is
 * only seconds old.
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
