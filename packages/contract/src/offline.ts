import { z } from 'zod';
import { onDuty, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';

/** The most events of one batch. */
export const MOST_EVENTS = 200;
/** A finger's picture in base64, sealed and in base64url again. */
const LONGEST_SEALED = 4_000_000;

const sealed = z
  .string()
  .max(LONGEST_SEALED)
  .regex(/^[\w-]+$/, fieldMessage('base64url'));

/**
 * Offline proof: what was taken of the student while nobody could check it. A PIN of whatever form: a child is not lost
 * over a slip.
 */
export const offlineProof = anySpelling(
  z.object({
    ...picture,
    B64Fingerprint: picture.B64Fingerprint.optional(),
    pin: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(20)).optional(),
    /** The same fields as JSON text, sealed to `offlineKey` of auth/config. */
    sealed: sealed.optional(),
  }),
);

/** One passage of the gate or the bus that was recorded without a network. */
export const offlineEvent = z.object({
  kind: z.enum(['in', 'out', 'on', 'off']),
  admissionNumber,
  occurredAt: instant,
  /** Lead of the server's clock over the device's, as it last knew; left out where it knew nothing. Milliseconds. */
  clockAheadMs: z.number().int().optional().catch(undefined),
  method: z.enum(['fingerprint', 'pin', 'attested']),
  proof: offlineProof.optional(),
  busNumberPlate: words(15).optional(),
  /** Of a ride: the trip that was open as the device saw it. */
  tripSYSID: sysid.optional().catch(undefined),
  /** Of a check-out: with whom the guard has let the student go, by the list that the device has seen. */
  collectorSYSID: sysid.optional(),
  leavesAlone: z.boolean().optional(),
  /** Staff desk (`auth/beginDesk`) of whoever had the device when it was recorded: somebody else may be the one who sends it. */
  deskSYSID: sysid.optional(),
  /** True where the server had taken their code or PIN by then. */
  deskProven: z.boolean().optional(),
  lat: z.number().min(-90).max(90).optional().catch(undefined),
  long: z.number().min(-180).max(180).optional().catch(undefined),
});
export type OfflineEvent = z.output<typeof offlineEvent>;

/** With its fields in the open, or all of them as JSON text in `sealed`: then a lost device tells nothing. */
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
  problem: z.string().optional(),
  /** Student: a device that sealed its queue cannot tell any more. */
  kind: z.enum(['in', 'out', 'on', 'off']).optional(),
  admissionNumber: z.string().optional(),
  studentName: z.string().optional(),
  /** Of a ride whose trip (`tripSYSID`) somebody had closed: `problem` is `bus.trip-closed` then, unless there is a graver one. */
  trip: z.object({ sysid, closed: moment, closedBy: z.string() }).optional(),
});
export type OfflineOutcome = z.output<typeof outcome>;

/**
 * Offline batch: what was recorded without a network; each key at most once, ever. `sentAt` is the device's clock, to
 * put it right.
 */
export const offlineBatch = record('check/offlineBatch', {
  outbox: true,
  access: onDuty('gate', 'bus'),
  body: 'batch',
  input: z.object({
    events: z
      .array(queued)
      .min(1, fieldMessage('required'))
      .max(MOST_EVENTS, fieldMessage('most-events', { most: MOST_EVENTS })),
    sentAt: instant.optional(),
  }),
  output: z.object({ outcomes: z.array(outcome) }),
});
