import { Refusal } from '../../platform/refusal.ts';

export function schoolNotFound(): Refusal {
  return new Refusal('school.not-found', 'There is no such school.');
}

export function schoolSuspended(): Refusal {
  return new Refusal('school.suspended', 'This school is suspended. Please contact the platform.');
}

export function schoolCodeTaken(code: string): Refusal {
  return new Refusal('school.duplicate', `A school with code ${code} is registered already.`);
}

export function badLogo(): Refusal {
  return new Refusal('school.bad-logo', 'Please choose a valid image.', {
    detail: { fields: { Logo: 'must be a PNG, JPEG or WebP picture' } },
  });
}

export function classNotFound(): Refusal {
  return new Refusal('class.not-found', 'There is no such class.');
}

export function classNameTaken(name: string): Refusal {
  return new Refusal('class.duplicate', `There is a class named ${name} already.`);
}
