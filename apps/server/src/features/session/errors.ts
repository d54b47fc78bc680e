import { fieldError } from '@mfuko/contract/field-errors';
import type { PasskeyRequestOptions } from '@mfuko/contract/passkeys';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';
import { spokenInKenya } from '../../platform/records/clock-of.ts';
import type { EndedWhy } from './store.ts';

/** Refuses every wrong, expired, used or unknown code alike, so that the reason is not revealed. */
export function wrongCode(): Refusal {
  return new Refusal('session.wrong-code', 'The code is wrong or no longer valid. Ask for a new one.');
}

export function staffOnly(): Refusal {
  return new Refusal('session.parent', 'If you are a parent please use the wallet app.');
}

export function resendTooSoon(seconds: number): Refusal {
  return new Refusal('session.resend-too-soon', `Please wait ${seconds} s before you request another code.`, {
    retryAfter: seconds,
    detail: { seconds },
  });
}

export function tooManyCodes(seconds: number): Refusal {
  return new Refusal('session.too-many-codes', 'Too many codes requested. Please try again later.', {
    retryAfter: seconds,
    detail: { seconds },
  });
}

/** Refuses a missing or wrong (`wrong`) second factor. `passkey` is the challenge for a user with passkeys. */
export function secondFactorNeeded(
  wrong: boolean,
  ways?: { readonly passkey: PasskeyRequestOptions | null; readonly totp: boolean } | null,
): Refusal {
  return wrong
    ? new Refusal('session.second-factor', 'That code is wrong or no longer valid. Wait for the next one.', {
        detail: { why: 'wrong', ...ways },
      })
    : new Refusal(
        'session.second-factor',
        'Enter the code from your authenticator.',
        ways ? { detail: { ...ways } } : {},
      );
}

/** Refuses a session that is too old, or was opened by a PIN. Signing in again helps, in every client. */
export function firstFactorTakesCode(): Refusal {
  return new Refusal(
    'session.sign-in-due',
    'Log out and sign in again first: a second factor must be set up within ten minutes of signing in.',
    { detail: { why: 'first-factor' } },
  );
}

/** Refuses a new second factor for which nothing but the phone number vouches. */
export function factorWaits(until: Date): Refusal {
  return new Refusal(
    'session.factor-waits',
    `Your second factor is new and works for this from ${spokenInKenya(until)}. A colleague who has one can accept it now in View Users.`,
    { detail: { until: until.toISOString() } },
  );
}

/** Refuses a decision on a factor that no longer waits, or has changed since it was shown. */
export function factorCounts(): Refusal {
  return new Refusal('session.factor-counts', 'This second factor is already accepted, or was replaced.');
}

export function ownFactor(): Refusal {
  return new Refusal('session.own-factor', 'Someone else must accept your new second factor.');
}

export function tooManyTries(): Refusal {
  return new Refusal('session.too-many-tries', 'Too many wrong codes. Please try again later.', { retryAfter: 3600 });
}

/** Thrown when so many codes were sent within a minute that somebody may be spending the platform's money. */
export class CodeFlood extends Refusal {
  constructor(seconds: number) {
    super('session.too-many-codes', 'Too many codes requested. Please try again later.', {
      retryAfter: seconds,
      detail: { seconds },
    });
  }
}

const ENDED: Record<EndedWhy, string> = {
  account: 'Your account was changed or disabled. Sign in again, or ask your administrator.',
  credentials: 'Your phone number or password was changed. Please sign in again.',
  own: 'You signed this device out from another device. Please sign in again.',
  office: 'The office signed you out on all devices. Please sign in again.',
};

export function endedBySomebody(why: EndedWhy): Refusal {
  return new Refusal('session.none', ENDED[why], { detail: { why } });
}

/** Names the fields of codes that are wrong, expired or used, without the reason. */
export function wrongChangeCode(fields: readonly ('otp' | 'newPhoneOtp')[]): Refusal {
  return new Refusal('profile.wrong-code', 'The code is wrong or no longer valid. Ask for a new one.', {
    detail: wrongFields(Object.fromEntries(fields.map((field) => [field, fieldError('wrong-code')]))),
  });
}

export function phoneTaken(): Refusal {
  return new Refusal('user.duplicate-phone', 'This phone number already belongs to another user.', {
    detail: wrongFields({ phoneNumber: fieldError('phone-taken') }),
  });
}

export function wrongPasskey(): Refusal {
  return new Refusal('passkey.wrong', 'That passkey was not accepted. Please try again.');
}

export function passkeyStopped(): Refusal {
  return new Refusal(
    'passkey.stopped',
    'This passkey was stopped because someone may have a copy. Use another second factor, and remove this one in My Profile.',
  );
}

export function noPlaceForPasskeys(why: 'number' | 'insecure'): Refusal {
  return new Refusal('passkey.no-place', 'Passkeys need an https address with a host name, or localhost.', {
    detail: { why },
  });
}

export function tooManyPasskeys(most: number): Refusal {
  return new Refusal('passkey.too-many', 'You already have the maximum number of passkeys. Remove one first.', {
    detail: { most },
  });
}

export function noFactor(): Refusal {
  return new Refusal('session.no-factor', 'This user has no second factor.');
}

export function noRemoval(): Refusal {
  return new Refusal('session.no-removal', 'The request to remove this second factor is no longer open.');
}

export function removalUnderWay(): Refusal {
  return new Refusal('session.removal-under-way', 'Removal was already requested. A second person must approve it.');
}

export function sameRemover(): Refusal {
  return new Refusal(
    'session.same-remover',
    'Two other people remove a second factor: one requests it, the other approves.',
  );
}

export function factorInUse(): Refusal {
  return new Refusal('session.factor-in-use', 'This second factor was used after the request, so it is not lost.');
}
