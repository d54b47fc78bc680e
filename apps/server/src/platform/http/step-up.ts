import { type Endpoint, MAX_UNPROVEN_ROWS } from '@mfuko/contract/endpoint';
import type { Actor } from './call.ts';
import { Refusal } from './refusal.ts';

/** Refuses a call that requires a second factor which this session has not proven, or which this user lacks. */
export function requireFactor(endpoint: Endpoint, actor: Actor, production: boolean): void {
  if (actor.factorDue && !endpoint.withoutFactor) {
    throw new Refusal('session.factor-due', 'Set up your second factor in My Profile first.');
  }
  if (endpoint.stepUp) requireProven(actor, production);
}

/** Refuses a call whose input requires a second factor that is not proven. Throws session.step-up. */
export function requireFactorFor(endpoint: Endpoint, actor: Actor, input: unknown, production: boolean): void {
  if (!isUnproven(actor, production)) return;
  const given = input as Record<string, unknown>;
  const named = endpoint.stepUpWith?.some((field) => given[field] !== undefined && given[field] !== null) ?? false;
  if (named || (endpoint.stepUpWhole && isWhole(given))) throw needsStepUp(actor);
}

/** Refuses an action that requires a second factor which is not proven. Throws session.step-up. */
export function requireProven(actor: Actor, production: boolean): void {
  if (isUnproven(actor, production)) throw needsStepUp(actor);
}

/** Returns true for a user with a second factor, and in production for every user, until this session has proven it. */
export function isUnproven({ hasFactor, steppedUp }: Actor, production: boolean): boolean {
  return (hasFactor || production) && !steppedUp;
}

/** Returns true where a call may require a second factor, for any input, and this session has not proven it. */
export function lacksFactor({ stepUp, stepUpWith, stepUpWhole }: Endpoint, actor: Actor, production: boolean): boolean {
  return Boolean(stepUp || stepUpWith || stepUpWhole) && isUnproven(actor, production);
}

/** Returns true for a list of students that goes beyond a class. */
function isWhole({ page, pageSize, classSYSID }: Record<string, unknown>): boolean {
  return classSYSID === undefined && (page === undefined || Number(pageSize) > MAX_UNPROVEN_ROWS);
}

/** Returns the refusal of a call that requires a second factor. `paidIn` is the limit in cents up to which deposits need none. */
export function needsStepUp({ hasFactor, factors }: Actor, paidIn?: bigint): Refusal {
  const why = [paidIn === undefined ? '' : 'paid-in', hasFactor ? '' : 'none'].filter(Boolean).join('-');
  const detail = {
    ...{ hasFactor, ...factors },
    ...(why && { why }),
    ...(paidIn !== undefined && { limit: Number(paidIn) / 100 }),
  };
  const beyond =
    paidIn === undefined
      ? ''
      : `With this payment you have paid in more than KES ${(paidIn / 100n).toLocaleString('en-KE')}`;
  if (hasFactor) {
    const first = 'Confirm with your second factor first.';
    return new Refusal('session.step-up', beyond ? `${beyond} since you last confirmed. ${first}` : first, { detail });
  }
  const text = beyond ? `${beyond} in a day, which needs a second factor.` : 'This needs a second factor.';
  return new Refusal('session.step-up', `${text} Set one up in My Profile first.`, { detail });
}
