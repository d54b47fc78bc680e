import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';

/** Maximum number of events in one batch. */
export const MAX_EVENTS = 200;
/** Maximum length of a fingerprint image in base64 that is encrypted and encoded in base64url. */
const MAX_SEALED_LENGTH = 4_000_000;

const sealed = z
  .string()
  .max(MAX_SEALED_LENGTH)
  .regex(/^[\w-]+$/, fieldMessage('base64url'));

/**
 * Offline proof: what was captured of the student while nobody could verify it. A PIN of any form is accepted, so that no record of a
 * child is lost over a typing error.
 */
export const offlineProof = anySpelling(
  z.object({
    ...picture,
    B64Fingerprint: picture.B64Fingerprint.optional(),
    pin: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(20)).optional(),
    /** The same fields as JSON text, encrypted to `offlineKey` of auth/config. */
    sealed: sealed.optional(),
  }),
);

/** One passage of the gate or the bus that was recorded offline. */
export const offlineEvent = z.object({
  kind: z.enum(['in', 'out', 'on', 'off']),
  admissionNumber,
  occurredAt: instant,
  /** Lead of the server's clock over the device's in milliseconds, as last known to the device; left out if unknown. */
  clockAheadMs: z.number().int().optional().catch(undefined),
  method: z.enum(['fingerprint', 'pin', 'attested']),
  proof: offlineProof.optional(),
  busNumberPlate: words(15).optional(),
  /** For a ride: the trip that the device saw as open. */
  tripSYSID: sysid.optional().catch(undefined),
  /** For a check-out: the person whom the student was released to, by the list on the device. */
  collectorSYSID: sysid.optional(),
  leavesAlone: z.boolean().optional(),
  /** Session at a desk (`auth/beginDesk`) of the person who held the device at the recording; another person may upload the event. */
  deskSYSID: sysid.optional(),
  /** True if the server had verified that person's code or PIN by then. */
  deskProven: z.boolean().optional(),
  lat: z.number().min(-90).max(90).optional().catch(undefined),
  long: z.number().min(-180).max(180).optional().catch(undefined),
});
export type OfflineEvent = z.output<typeof offlineEvent>;

/** Event with plaintext fields, or with all of them as JSON text in `sealed`, so that a lost device reveals nothing. */
const queued = z
  .looseObject({ key: z.string().min(1).max(255), counter: z.number().int().min(0), sealed: sealed.optional() })
  .transform((event, context) => {
    const { key, counter } = event;
    if (event.sealed !== undefined) return { key, counter, sealed: event.sealed };
    const parsed = offlineEvent.safeParse(event);
    if (parsed.success) return { key, counter, event: parsed.data };
    for (const issue of parsed.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  });
export type QueuedEvent = z.output<typeof queued>;

const outcome = z.object({
  key: z.string(),
  status: z.enum(['recorded', 'duplicate', 'unverified', 'refused']),
  sysid: sysid.optional(),
  /** For a `duplicate`: how its first batch was answered; `problem`, `studentName` and `trip` are those of that answer too. */
  first: z.enum(['recorded', 'unverified']).optional(),
  problem: z.string().optional(),
  /** Fields of the event, which a device that encrypted its queue no longer knows. `occurredAt` is by the device's clock. */
  kind: z.enum(['in', 'out', 'on', 'off']).optional(),
  admissionNumber: z.string().optional(),
  occurredAt: instant.optional(),
  busNumberPlate: z.string().optional(),
  studentName: z.string().optional(),
  /** For a ride whose trip (`tripSYSID`) had been closed: `problem` is then `bus.trip-closed`, unless there is a more serious one. */
  trip: z.object({ sysid, closed: moment, closedBy: z.string() }).optional(),
});
export type OfflineOutcome = z.output<typeof outcome>;

/**
 * Uploads events that were recorded offline; each key is recorded at most once, ever. `sentAt` is the device's clock, for correcting its
 * times.
 */
export const offlineBatch = record('check/offlineBatch', {
  outbox: true,
  access: onDuty('gate', 'bus'),
  body: 'batch',
  input: z.object({
    events: z
      .array(queued)
      .min(1, fieldMessage('required'))
      .max(MAX_EVENTS, fieldMessage('most-events', { most: MAX_EVENTS })),
    sentAt: instant.optional(),
  }),
  output: z.object({ outcomes: z.array(outcome) }),
});
