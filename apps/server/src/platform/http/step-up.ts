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
  if (actor.steppedUp || !(actor.hasFactor || production)) return;
  const given = input as Record<string, unknown>;
  const named = endpoint.stepUpWith?.some((field) => given[field] !== undefined && given[field] !== null) ?? false;
  if (named || (endpoint.stepUpWhole && isWhole(given))) throw needsStepUp(actor);
}

/** The same for a call that asks for it by what it would do. Throws session.step-up. */
export function requireProven(actor: Actor, production: boolean): void {
  if ((actor.hasFactor || production) && !actor.steppedUp) throw needsStepUp(actor);
}

/** True where a call may ask for a second factor, whatever is sent, and this session has not proven it. */
export function lacksFactor({ stepUp, stepUpWith, stepUpWhole }: Endpoint, actor: Actor, production: boolean): boolean {
  return Boolean(stepUp || stepUpWith || stepUpWhole) && (actor.hasFactor || production) && !actor.steppedUp;
}

/** More of a roll than a class. */
function isWhole({ page, pageSize, classSYSID }: Record<string, unknown>): boolean {
  return classSYSID === undefined && (page === undefined || Number(pageSize) > MOST_UNPROVEN_ROWS);
}

export function needsStepUp({ hasFactor, factors }: Actor): Refusal {
  return hasFactor
    ? new Refusal('session.step-up', 'Confirm with your second factor first.', { detail: { hasFactor, ...factors } })
    : new Refusal('session.step-up', 'This takes a second factor. Set one up in My Profile first.', {
        detail: { hasFactor, why: 'none' },
      });
}
