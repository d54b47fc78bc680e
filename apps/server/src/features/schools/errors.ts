import { fieldError } from '@mfuko/contract/field-errors';
import { formatKes, toKes } from '@mfuko/contract/money';
import { MalformedInput, Refusal, wrongFields } from '../../platform/http/refusal.ts';

export function schoolNotFound(): Refusal {
  return new Refusal('school.not-found', 'The school was not found.');
}

/** Refuses an absence time before the late time: an absent student would not be late yet. */
export function absentBeforeLate(): Refusal {
  return new MalformedInput({ absentFrom: fieldError('not-before-late') });
}

export function schoolSuspended(): Refusal {
  return new Refusal('school.suspended', 'This school is suspended. Please contact the platform.');
}

/** Refuses a closed school, which moves or has moved to another installation. */
export function schoolClosed(): Refusal {
  return new Refusal('school.moving', 'This school is being moved to another server. Please contact the platform.');
}

export function schoolCodeTaken(code: string): Refusal {
  return new Refusal('school.duplicate', `A school with code ${code} is already registered.`);
}

export function shortCodeTaken(shortCode: string): Refusal {
  return new Refusal('payment.short-code-taken', `Another school already collects by ${shortCode}.`, {
    detail: { shortCode },
  });
}

export function prefixTaken(shortCode: string, prefix: string): Refusal {
  return new Refusal(
    'payment.prefix-taken',
    `At ${shortCode} the prefix ${prefix} has the same start as one that is or was in use.`,
    { detail: { shortCode, prefix } },
  );
}

/** Money and children that are still in a school which was to be deleted. */
export interface Holds {
  /** Cents in the wallets of the school's students. */
  readonly held: bigint;
  readonly inside: number;
  readonly aboard: number;
}

export function schoolInUse({ held, inside, aboard }: Holds): Refusal {
  const reasons = [
    ...(held > 0n ? [`its wallets hold ${formatKes(held)}`] : []),
    ...(inside > 0 ? [`${students(inside)} inside today`] : []),
    ...(aboard > 0 ? [`${students(aboard)} on a bus today`] : []),
  ];
  return new Refusal('school.in-use', `This school cannot be deleted: ${reasons.join(', ')}.`, {
    detail: { held: toKes(held), inside, aboard },
  });
}

export function badLogo(): Refusal {
  return new Refusal('school.bad-logo', 'Please choose a valid image.', {
    detail: wrongFields({ Logo: fieldError('image-kind') }),
  });
}

export function classNotFound(): Refusal {
  return new Refusal('class.not-found', 'The class was not found.');
}

export function classNameTaken(name: string): Refusal {
  return new Refusal('class.duplicate', `A class named ${name} already exists.`);
}

export function classInUse(name: string, noOfStudents: number): Refusal {
  return new Refusal('class.in-use', `${name} cannot be deleted: ${students(noOfStudents)} in it.`, {
    detail: { noOfStudents },
  });
}

function students(count: number): string {
  return count === 1 ? '1 student is' : `${count} students are`;
}
