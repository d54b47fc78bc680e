import { type FieldError, fieldError } from '@mfuko/contract/field-errors';
import { wordsOf } from '@mfuko/contract/field-words';
import { type AfterRollback, Refusal, wrongFields } from '../../platform/http/refusal.ts';
import type { Whereabouts } from './rules.ts';

export function studentNotFound(): Refusal {
  return new Refusal('student.not-found', 'The student was not found.');
}

export function admissionNumberTaken(admissionNumber: string, byDeleted = false): Refusal {
  const message = byDeleted
    ? `A deleted student had admission number ${admissionNumber}. Choose another.`
    : `A student with admission number ${admissionNumber} already exists.`;
  return new Refusal('student.duplicate', message, { detail: { admissionNumber } });
}

/** Refuses to delete a student. `needs` are words that may be shown: money, attendance, meals, items. */
export function studentInUse(needs: readonly string[]): Refusal {
  return new Refusal(
    'student.in-use',
    `This student cannot be deleted: the books hold ${needs.join(', ')} for them. Mark the student as left instead.`,
    { detail: { needs } },
  );
}

/** Returns the refusal for a student who cannot leave now. An entry of an earlier day can be overridden with a reason. */
export function staysFor(where: 'student.inside' | 'student.aboard', { gate, bus }: Whereabouts): Refusal {
  const [at, message] =
    where === 'student.aboard'
      ? [bus, `This student has been on the bus ${bus?.plate} since ${bus?.clockTime}. They must get off first.`]
      : [gate, `This student has been in school since ${gate?.clockTime}. Check them out first.`];
  return new Refusal(where, message, { detail: { since: at?.since.toISOString(), reasonHelps: at?.today === false } });
}

export function pinEqualsAdmissionNumber(): Refusal {
  const why = fieldError('pin-with-number');
  return new Refusal('student.weak-pin', `The PIN of this student ${wordsOf(why)}.`, {
    detail: wrongFields({ checkPin: why }),
  });
}

export function guardianNotFound(): Refusal {
  return new Refusal('guardian.not-found', 'The guardian was not found.');
}

export function pinTooWeak(why: FieldError): Refusal {
  return new Refusal('student.weak-pin', `This PIN is too easy to guess: it ${wordsOf(why)}. Please choose another.`, {
    detail: wrongFields({ checkPin: why }),
  });
}

export function samePin(): Refusal {
  return new Refusal('student.same-pin', 'That is the current PIN. Please choose another.');
}

export function guardianThereAlready(): Refusal {
  return new Refusal('guardian.duplicate', 'This student already has a guardian with that number.', {
    detail: wrongFields({ mobileNumber: fieldError('there-already') }),
  });
}

export function noPin(): Refusal {
  return new Refusal('student.no-pin', 'This student has no PIN yet. Use the fingerprint, or set a PIN at the office.');
}

/** Refuses a wrong PIN. `triesLeft` is null until `afterRollback` has judged the try. */
export function pinWrong(triesLeft: number | null, afterRollback?: AfterRollback): Refusal {
  return new Refusal('pin.wrong', 'The PIN is wrong.', {
    ...(triesLeft === null ? {} : { detail: { triesLeft } }),
    ...(afterRollback ? { afterRollback } : {}),
  });
}

export function pinLocked(until: Date, seconds: number): Refusal {
  return new Refusal(
    'pin.locked',
    'Too many wrong PINs. The PIN of this student is locked for a while. Use the fingerprint.',
    {
      detail: { until: until.toISOString() },
      retryAfter: seconds,
    },
  );
}

export function tooManyMisses(seconds: number, afterRollback?: Refusal['afterRollback']): Refusal {
  return new Refusal(
    'pin.too-many-misses',
    'Too many wrong PINs from this account. Please wait, or use fingerprints.',
    {
      retryAfter: seconds,
      ...(afterRollback ? { afterRollback } : {}),
    },
  );
}

export function tooManyFingerMisses(seconds: number): Refusal {
  return new Refusal(
    'fingerprint.too-many-misses',
    'Too many fingerprints from this account did not match. Please wait, use PINs, or ask the office.',
    { retryAfter: seconds },
  );
}

export function tooManyLookups(seconds: number, afterRollback: Refusal['afterRollback']): Refusal {
  return new Refusal('server.too-many-requests', 'Too many students were looked up at once. Please wait a moment.', {
    retryAfter: seconds,
    ...(afterRollback ? { afterRollback } : {}),
  });
}

export function listsTooFast(seconds: number): Refusal {
  return new Refusal(
    'server.too-many-requests',
    'Too many lists were opened at once. Please wait, or ask someone else.',
    {
      retryAfter: seconds,
    },
  );
}

export function ownLock(): Refusal {
  return new Refusal('user.self', 'Someone else must unlock you.');
}

/** Refuses a try that expired before the comparison ended. The PIN counts as neither right nor wrong, and the outcome is not revealed. */
export function comparedTooLate(): Refusal {
  return new Refusal('server.busy', 'Checking took too long. Please try again in a moment.', { retryAfter: 2 });
}

export function changedMeanwhile(): Refusal {
  return new Refusal(
    'import.changed-meanwhile',
    'Someone changed these records in the meantime. Please check the file again.',
  );
}

export function menuItemUnknown(): Refusal {
  return new Refusal('menu.not-found', 'Please select a valid menu item.');
}
