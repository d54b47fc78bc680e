import { z } from 'zod';
import { ADMIN, read, record } from './endpoint.ts';
import { isoDay, moment, sysid } from './ids.ts';
import { flag } from './lists.ts';

/** Steps of a check of how a school collects by M-Pesa, in their order. */
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

/** Faults of a configuration, by the step that finds it. */
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

/** Reasons for which a step was not looked at, or says nothing. */
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
  /** `unchecked` has its reason in `code`, `failed` its fault. */
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'unchecked']),
  code: z.enum([...CHECK_FAULTS, ...CHECK_GAPS]).nullable(),
  /** Facts for the words: a forbidden `word`, `days` that a password is good for, the provider's `words`. Never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type StepOutcome = z.output<typeof stepOutcome>;

/**
 * Checks how a school collects, step by step, against M-Pesa itself. No money moves and no phone rings. It goes on by itself:
 * `payment/getConfigCheck` tells how far it is. One that is under way is not begun again. At most ten in ten minutes.
 */
export const checkConfig = record('payment/checkConfig', {
  stepUp: true,
  access: ADMIN,
  school: 'none',
  input: z.object({
    schoolSYSID: sysid,
    /** Day on which the API operator's password was set on the portal; it is kept until another credential is saved. */
    passwordSetOn: isoDay.optional(),
    /** True asks M-Pesa again with a credential that it has refused: three refusals lock the operator. */
    again: flag.default(false),
  }),
  output: z.object({ sysid }),
});

/** The last check of a school's configuration, under way or ended. */
export const getConfigCheck = read('payment/getConfigCheck', {
  visits: 'schoolSYSID',
  access: ADMIN,
  school: 'none',
  input: z.object({ schoolSYSID: sysid }),
  output: z.object({
    /** Null where nobody has checked yet. */
    check: z
      .object({
        sysid,
        startedAt: moment,
        finishedAt: moment.nullable(),
        /** `passed`: every step; `partly`: none failed, and not every one could be looked at. Null while it is under way. */
        outcome: z.enum(['passed', 'partly', 'failed']).nullable(),
        steps: z.array(stepOutcome),
        /** True if the configuration was changed since. */
        outdated: z.boolean(),
      })
      .nullable(),
    lastPassedAt: moment.nullable(),
    /** Null where it is not known of the credential that is set. */
    passwordSetOn: z.string().nullable(),
  }),
});
