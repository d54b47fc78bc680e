import { type Endpoint, MOST_UNPROVEN_ROWS } from '@mfuko/contract/endpoint';
import type { Actor } from './call.ts';
import { Refusal } from './refusal.ts';

/** Refuses a call that asks for a second factor which this session has not proven, or which this person lacks. */
export function requireFactor(endpoint: Endpoint, actor: Actor, production: boolean): void {
  if (actor.factorDue && !endpoint.withoutFactor) {
    throw new Refusal('session.factor-due', 'Set up your second factor in My Profile first.');
  }
  if (endpoint.stepUp) requireProven(actor, production);
}

/** The same for a call that asks for it by what is sent. Throws session.step-up. */
export function requireFactorFor(endpoint: Endpoint, actor: Actor, input: unknown, production: boolean): void {
  if (!isUnproven(actor, production)) return;
  const given = input as Record<string, unknown>;
  const named = endpoint.stepUpWith?.some((field) => given[field] !== undefined && given[field] !== null) ?? false;
  if (named || (endpoint.stepUpWhole && isWhole(given))) throw needsStepUp(actor);
}

/** The same for a call that asks for it by what it would do. Throws session.step-up. */
export function requireProven(actor: Actor, production: boolean): void {
  if (isUnproven(actor, production)) throw needsStepUp(actor);
}

/** True of whoever has a second factor, and in production of everybody, until this session has proven it. */
export function isUnproven({ hasFactor, steppedUp }: Actor, production: boolean): boolean {
  return (hasFactor || production) && !steppedUp;
}

/** True where a call may ask for a second factor, whatever is sent, and this session has not proven it. */
export function lacksFactor({ stepUp, stepUpWith, stepUpWhole }: Endpoint, actor: Actor, production: boolean): boolean {
  return Boolean(stepUp || stepUpWith || stepUpWhole) && isUnproven(actor, production);
}

/** More of a roll than a class. */
function isWhole({ page, pageSize, classSYSID }: Record<string, unknown>): boolean {
  return classSYSID === undefined && (page === undefined || Number(pageSize) > MOST_UNPROVEN_ROWS);
}

/** Refusal of what takes a second factor. `paidIn`: the call asks for one only beyond so many cents that were paid in without it. */
export function needsStepUp({ hasFactor, factors }: Actor, paidIn?: bigint): Refusal {
  const why = [paidIn === undefined ? '' : 'paid-in', hasFactor ? '' : 'none'].filter(Boolean).join('-');
  const detail = {
    ...{ hasFactor, ...factors },
    ...(why && { why }),
    ...(paidIn !== undefined && { limit: Number(paidIn) / 100 }),
  };
  const beyond =
    paidIn === undefined ? '' : `With this you have paid in more than KES ${(paidIn / 100n).toLocaleString('en-KE')}`;
  if (hasFactor) {
    const first = 'Confirm with your second factor first.';
    return new Refusal('session.step-up', beyond ? `${beyond} since you last confirmed. ${first}` : first, { detail });
  }
  const text = beyond ? `${beyond} within a day, which takes a second factor.` : 'This takes a second factor.';
  return new Refusal('session.step-up', `${text} Set one up in My Profile first.`, { detail });
}
