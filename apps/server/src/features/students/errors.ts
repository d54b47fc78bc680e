import { Refusal } from '../../platform/refusal.ts';

export function studentNotFound(): Refusal {
  return new Refusal('student.not-found', 'There is no such student.');
}

export function admissionNumberTaken(admissionNumber: string): Refusal {
  return new Refusal('student.duplicate', `A student with admission number ${admissionNumber} is there already.`, {
    detail: { admissionNumber },
  });
}

export function pinTooWeak(why: string): Refusal {
  return new Refusal('student.weak-pin', `This PIN is too easy to guess: it ${why}. Please choose another.`, {
    detail: { fields: { checkPin: why } },
  });
}

export function guardianThereAlready(): Refusal {
  return new Refusal('guardian.duplicate', 'This student has a guardian with that number already.', {
    detail: { fields: { mobileNumber: 'is there already' } },
  });
}

export function noPin(): Refusal {
  return new Refusal('student.no-pin', 'This student has no PIN yet. Use the fingerprint, or set a PIN at the office.');
}

export function pinWrong(triesLeft: number, aftermath: Refusal['aftermath']): Refusal {
  return new Refusal('pin.wrong', 'The PIN is not right.', {
    detail: { triesLeft },
    ...(aftermath ? { aftermath } : {}),
  });
}

export function pinLocked(until: Date, seconds: number): Refusal {
  return new Refusal('pin.locked', 'Too many wrong PINs. PIN use is locked for this student; use the fingerprint.', {
    detail: { until: until.toISOString() },
    retryAfter: seconds,
  });
}

export function tooManyMisses(seconds: number): Refusal {
  return new Refusal(
    'pin.too-many-misses',
    'Too many wrong PINs from this account. Please wait, or use fingerprints.',
    {
      retryAfter: seconds,
    },
  );
}

export function pinsBusy(): Refusal {
  return new Refusal('server.busy', 'Too many PINs are being checked. Please try again in a moment.', {
    retryAfter: 2,
  });
}
