import { z } from 'zod';
import { ADMIN, read, record } from './endpoint.ts';
import { isoDay, moment, sysid } from './ids.ts';
import { flag } from './lists.ts';

/** Steps of the check of a school's M-Pesa configuration, in their order. */
export const CHECK_STEPS = [
  'address',
  'registration',
  'prefix',
  'keys',
  'clock',
  'passkey',
  'credential',
  'password',
  'balance',
  'status',
] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** Configuration faults, grouped by the step that finds them. */
export const CHECK_FAULTS = [
  'address.not-public',
  'address.not-https',
  'address.forbidden-word',
  'registration.missing',
  'registration.other-short-code',
  'registration.other-address',
  'prefix.too-long',
  'keys.refused',
  'keys.of-sandbox',
  'keys.of-production',
  'clock.wrong',
  'passkey.refused',
  'passkey.short-code',
  'passkey.no-merchant',
  'passkey.not-granted',
  'credential.missing',
  'credential.not-base64',
  'credential.length',
  'password.expired',
  'balance.not-granted',
  'balance.short-code',
  'balance.initiator',
  'balance.credential',
  'balance.refused-before',
  'balance.locked',
  'balance.role',
  'balance.refused',
  'balance.not-reached',
  'balance.not-answered',
  'status.not-granted',
  'status.role',
  'status.refused',
  'status.not-answered',
] as const;
export type CheckFault = (typeof CHECK_FAULTS)[number];

/** Reasons why a step was not checked, or gave no result. */
export const CHECK_GAPS = [
  'provider.away',
  'after.address',
  'after.keys',
  'after.clock',
  'after.credential',
  'after.password',
  'passkey.unknown',
  'clock.unknown',
  'password.no-date',
  'after.balance',
  'provider.gave-up',
] as const;
export type CheckGap = (typeof CHECK_GAPS)[number];

const stepOutcome = z.object({
  step: z.enum(CHECK_STEPS),
  /** `code` holds the reason of `unchecked`, and the fault of `failed`. */
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'unchecked']),
  code: z.enum([...CHECK_FAULTS, ...CHECK_GAPS]).nullable(),
  /** Parameters of the displayed text: a forbidden `word`, the `days` until a password expires, the provider's `words`. Never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type StepOutcome = z.output<typeof stepOutcome>;

/**
 * Checks a school's M-Pesa configuration step by step, against M-Pesa itself. No money moves and no phone rings. The check runs in the
 * background, and `payment/getConfigCheck` reports its progress. A check that is running is not started again. At most ten checks in ten
 * minutes.
 */
export const checkConfig = record('payment/checkConfig', {
  stepUp: true,
  access: ADMIN,
  school: 'none',
  schoolField: 'schoolSYSID',
  input: z.object({
    schoolSYSID: sysid,
    /** Day on which the API operator's password was set on the portal; stored until another credential is saved. */
    passwordSetOn: isoDay.optional(),
    /** True tries a credential again that M-Pesa has refused; three refusals lock the operator. */
    again: flag.default(false),
  }),
  output: z.object({ sysid }),
});

/** Returns the last check of a school's configuration, running or finished. */
export const getConfigCheck = read('payment/getConfigCheck', {
  visits: 'schoolSYSID',
  access: ADMIN,
  school: 'none',
  schoolField: 'schoolSYSID',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({
    /** Null if there was no check yet. */
    check: z
      .object({
        sysid,
        startedAt: moment,
        finishedAt: moment.nullable(),
        /** `passed`: every step passed; `partly`: no step failed, but some could not be checked. Null while the check is running. */
        outcome: z.enum(['passed', 'partly', 'failed']).nullable(),
        steps: z.array(stepOutcome),
        /** True if the configuration has changed since the check. */
        outdated: z.boolean(),
      })
      .nullable(),
    lastPassedAt: moment.nullable(),
    /** Null if unknown for the current credential. */
    passwordSetOn: z.string().nullable(),
  }),
});
