import { fieldError } from '@mfuko/contract/field-errors';
import type { ReenrolmentRefusal, RenewalRefusal } from '@mfuko/contract/fingerprint-renewal';
import type { Advice } from '@mfuko/fingerprint/extraction/advice';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

export function badImage(why: string): Refusal {
  return new Refusal('fingerprint.bad-image', `The fingerprint image cannot be used. ${why}`, {
    detail: wrongFields({ B64Fingerprint: { ...fieldError('fingerprint'), words: why } }),
  });
}

export function notEnrolled(): Refusal {
  return new Refusal('fingerprint.not-enrolled', 'This student has no fingerprint enrolled. Please use the PIN.');
}

export function fingerHeld(until: Date, seconds: number): Refusal {
  return new Refusal(
    'fingerprint.held',
    seconds <= 30
      ? 'Too many fingerprints did not match. Wait half a minute, or use the PIN.'
      : `Too many fingerprints did not match. Wait ${Math.ceil(seconds / 60)} min, use the PIN, or ask the office.`,
    {
      detail: { until: until.toISOString() },
      retryAfter: seconds,
    },
  );
}

export function differentFinger(finger: string): Refusal {
  return new Refusal(
    'fingerprint.no-match',
    `This does not look like the finger enrolled as ${finger}. Scan that finger again, or enrol this one as another finger.`,
    { detail: { finger } },
  );
}

export function ambiguous(): Refusal {
  return new Refusal(
    'fingerprint.ambiguous',
    'The finger matches more than one student. Please type the admission number.',
  );
}

export function replayed(): Refusal {
  return new Refusal('fingerprint.replayed', 'This fingerprint image was already used. Please scan the finger again.');
}

/** Refuses a matching picture that was made rather than taken by a reader, with the problem of a used picture: it proves no presence. */
export function madePicture(afterRollback: Refusal['afterRollback']): Refusal {
  return new Refusal(
    'fingerprint.replayed',
    'This image cannot be accepted. Please scan the finger again, or use the PIN.',
    afterRollback ? { afterRollback } : {},
  );
}

/** Refuses an enrolment in a school that wants a guardian's code and has no valid one for this student. */
export function noConsentByCode(why: 'consent-by-code' | 'consent-by-two' | 'consent-new-number'): Refusal {
  return new Refusal('fingerprint.no-consent', NO_CODE[why], {
    detail: wrongFields({ ConsentMethod: fieldError(why) }),
  });
}

const NO_CODE = {
  'consent-by-code': "This school enrols a fingerprint only with a guardian's code.",
  'consent-by-two': 'No guardian has a phone number. Someone else in the office must record the consent first.',
  'consent-new-number': 'The phone number of this guardian was set recently. Ask another guardian, or wait.',
};

export function noConsent(missing: readonly string[]): Refusal {
  return new Refusal('fingerprint.no-consent', "Record the guardian's consent before enrolling a fingerprint.", {
    detail: wrongFields(Object.fromEntries(missing.map((part) => [part, fieldError('required')]))),
  });
}

/** Refuses a code with one text, whether it is missing, wrong, expired, used or another student's, so that the answer does not tell which. */
export function wrongConsentCode(): Refusal {
  return new Refusal('fingerprint.consent-code', 'The guardian’s code is wrong or no longer valid. Send another one.', {
    detail: wrongFields({ ConsentCode: fieldError('wrong-code') }),
  });
}

/** Refuses an unclear picture; `advice` says how to improve the next one, if known. */
export function lowQuality(score: number, needed: number, advice: Advice | null = null): Refusal {
  return new Refusal(
    'fingerprint.low-quality',
    'The fingerprint is not clear enough. Clean the finger and the reader, and scan again.',
    {
      detail: { score, needed, ...(advice ? { why: advice } : {}) },
    },
  );
}

/** Refuses a finger of another student. Shown at enrolment, to the office only, which may see every student of the school. */
export function enrolledForOther(admissionNumber: string, hasLeft: boolean): Refusal {
  const message = hasLeft
    ? `This finger is enrolled for a student who has left: ${admissionNumber}. Let that student return instead of adding them again.`
    : `This finger is enrolled for another student: ${admissionNumber}.`;
  return new Refusal('fingerprint.duplicate', message, { detail: { admissionNumber } });
}

export function enrolmentFull(finger: string, what: string): Refusal {
  return new Refusal('fingerprint.full', what, { detail: { finger } });
}

const NOT_RENEWED: Readonly<Record<RenewalRefusal, string>> = {
  held: 'Finger use is on hold for this student. Try again later.',
  changed: 'The PIN or a finger of this student was changed recently. The finger can be renewed later.',
  'too-few': 'This finger has too few impressions to be renewed. Enrol it again in the office.',
  unsure: 'The finger is not close enough to the enrolled one. Scan it again, or enrol it again in the office.',
  unlike: 'The finger is not close enough to all enrolled impressions. Scan it again, or enrol it again in the office.',
};

export function notRenewed(why: RenewalRefusal, afterRollback?: Refusal['afterRollback']): Refusal {
  return new Refusal('fingerprint.not-renewed', NOT_RENEWED[why], {
    detail: { why },
    ...(afterRollback ? { afterRollback } : {}),
  });
}

const NOT_REENROLLED: Readonly<Record<ReenrolmentRefusal, string>> = {
  held: 'Finger use is on hold for this student. Try again later, or ask a guardian for a code.',
  changed: 'The PIN or a finger of this student was changed recently. Ask a guardian for a code.',
  'other-finger': 'This is another finger of this student. Scan the one to enrol again.',
  apart: 'The three scans do not look like one finger. Scan the same finger three times.',
  'new-number': 'The phone number of this guardian was set recently. Ask another guardian for a code, or wait.',
};

export function notReenrolled(why: ReenrolmentRefusal, afterRollback?: Refusal['afterRollback']): Refusal {
  return new Refusal('fingerprint.not-renewed', NOT_REENROLLED[why], {
    detail: { why },
    ...(afterRollback ? { afterRollback } : {}),
  });
}

export function notKept(): Refusal {
  return new Refusal('fingerprint.not-kept', 'This impression is no longer stored.');
}

export function engineBusy(): Refusal {
  return new Refusal('server.busy', 'The fingerprint check is busy. Please try again in a moment.', { retryAfter: 2 });
}
