import { z } from 'zod';

/**
 * Delivery report: what a delivery report comes to. `onTheWay` and the two ends; `next`: another number may be reached.
 */
export interface DeliveryReport {
  readonly providerId: string;
  readonly status: string;
  readonly state: 'sent' | 'submitted' | 'buffered' | 'delivered' | 'undelivered';
  readonly reason: string | null;
  readonly network: string | null;
  /** Not delivered, but somebody else might be reached. */
  readonly next: boolean;
  /** Not delivered since our account is empty. */
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

/** Reads a delivery report; null for what is none. The phone number in it is not looked at. */
export function readReport(body: unknown): DeliveryReport | null {
  const read = form.safeParse(body);
  const state = read.success ? STATES[read.data.status] : undefined;
  if (!read.success || !state) return null;
  const { id, status, failureReason: reason = null, networkCode: network = null } = read.data;
  const lost = state === 'undelivered';
  const broke = lost && reason === 'InsufficientCredit';
  // A fault of our account is no better with another number.
  const next = lost && !broke && reason !== 'InvalidLinkId' && reason !== 'UserNotSubscribedToProduct';
  return { providerId: id, status, state, reason, network, next, broke };
}

const optOut = z.object({ phoneNumber: z.string().regex(/^\+?254[17]\d{8}$/) });

/** The number, 254 and nine digits, whose owner wants no more messages; null for what is none. */
export function readOptOut(body: unknown): string | null {
  const read = optOut.safeParse(body);
  return read.success ? read.data.phoneNumber.replace('+', '') : null;
}
