import { Refusal } from '../../platform/refusal.ts';

/** One text for every wrong, old, used or unknown code: it tells nothing about why. */
export function wrongCode(): Refusal {
  return new Refusal('session.wrong-code', 'The code is wrong or no longer valid. Ask for a new one.');
}

export function parentsUseTheApp(): Refusal {
  return new Refusal('session.parent', 'If you are a parent please use the wallet app.');
}

export function resendTooSoon(seconds: number): Refusal {
  return new Refusal('session.resend-too-soon', `Please wait ${seconds} s before asking for another code.`, {
    retryAfter: seconds,
    detail: { seconds },
  });
}

export function tooManyCodes(seconds: number): Refusal {
  return new Refusal('session.too-many-codes', 'Too many codes were asked for. Please try again later.', {
    retryAfter: seconds,
    detail: { seconds },
  });
}
