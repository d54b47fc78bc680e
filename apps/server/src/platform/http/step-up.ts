import type { Endpoint } from '@mfuko/contract/endpoint';
import { Refusal } from '../refusal.ts';
import type { Actor } from './call.ts';

/** Refuses a call that asks for a second factor which this session has not proven, or which this person lacks. */
export function requireFactor(endpoint: Endpoint, actor: Actor, production: boolean): void {
  if (actor.factorDue && !endpoint.withoutFactor) {
    throw new Refusal('session.factor-due', 'Set up your second factor in My Profile first.');
  }
  if (endpoint.stepUp && (actor.hasFactor || production) && !actor.steppedUp) throw needsStepUp(actor);
}

export function needsStepUp({ hasFactor }: Actor): Refusal {
  return hasFactor
    ? new Refusal('session.step-up', 'Confirm with a code of your authenticator first.', { detail: { hasFactor } })
    : new Refusal('session.step-up', 'This takes a second factor. Set one up in My Profile first.', {
        detail: { hasFactor, why: 'none' },
      });
}
