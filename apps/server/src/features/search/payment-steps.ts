import { type FoundPayment, PAYMENT_STEPS } from '@mfuko/contract/search';
import type { FoundEntry } from './payment-store.ts';

export type Step = FoundPayment['timeline'][number];
type What = Step['what'];

/** Returns the rank among steps at the same time. */
const rankOf = ({ what }: Step) => PAYMENT_STEPS.indexOf(what);

/** Returns the step of the guardian's text message. */
export function stepsOfSms({ smsState, smsAt }: FoundEntry): Step[] {
  return smsState === null ? [] : step(smsAt, smsStep(smsState), null);
}

function smsStep(state: string): What {
  if (state === 'delivered') return 'sms-delivered';
  if (state === 'undelivered' || state === 'failed' || state === 'stopped') return 'sms-failed';
  return state === 'waiting' ? 'sms-waiting' : 'sms-sent';
}

/** Returns a step, or none where it has not happened. */
export function step(at: Date | null, what: What, by: string | null): Step[] {
  return at === null ? [] : [{ at: at.toISOString(), what, by }];
}

/** Sorts steps, oldest first, and removes duplicates, since a stay in suspense is read once for each of its proposals. */
export function inOrder(steps: readonly (Step | Step[])[]): Step[] {
  const told = new Map(steps.flat().map((one) => [`${one.at} ${one.what}`, one]));
  return [...told.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : rankOf(a) - rankOf(b)));
}
