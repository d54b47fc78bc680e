import { z } from 'zod';

/** Parsed delivery report. */
export interface DeliveryReport {
  readonly providerId: string;
  readonly status: string;
  readonly state: 'sent' | 'submitted' | 'buffered' | 'delivered' | 'undelivered';
  readonly reason: string | null;
  readonly network: string | null;
  /** Undelivered, but another recipient might be reached. */
  readonly next: boolean;
  /** Undelivered because our account has no credit. */
  readonly broke: boolean;
}

const STATES: Readonly<Record<string, DeliveryReport['state']>> = {
  Sent: 'sent',
  Submitted: 'submitted',
  Buffered: 'buffered',
  Success: 'delivered',
  Failed: 'undelivered',
  Rejected: 'undelivered',
  AbsentSubscriber: 'undelivered',
  Expired: 'undelivered',
};

const form = z.object({
  id: z.string().regex(/^[\w-]{1,80}$/),
  status: z.string().regex(/^\w{1,40}$/),
  failureReason: z
    .string()
    .regex(/^\w{1,60}$/)
    .optional()
    .catch(undefined),
  networkCode: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .catch(undefined),
});

/** Parses a delivery report; null for anything else. Its phone number is ignored. */
export function readReport(body: unknown): DeliveryReport | null {
  const read = form.safeParse(body);
  const state = read.success ? STATES[read.data.status] : undefined;
  if (!read.success || !state) return null;
  const { id, status, failureReason: reason = null, networkCode: network = null } = read.data;
  const lost = state === 'undelivered';
  const broke = lost && reason === 'InsufficientCredit';
  // A problem of our account is the same for any other number.
  const next = lost && !broke && reason !== 'InvalidLinkId' && reason !== 'UserNotSubscribedToProduct';
  return { providerId: id, status, state, reason, network, next, broke };
}

const optOut = z.object({ phoneNumber: z.string().regex(/^\+?254[17]\d{8}$/) });

/** Parses an opt-out to the number (254 and nine digits) whose owner wants no more messages; null for anything else. */
export function readOptOut(body: unknown): string | null {
  const read = optOut.safeParse(body);
  return read.success ? read.data.phoneNumber.replace('+', '') : null;
}
