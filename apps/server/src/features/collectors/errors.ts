import { fieldError } from '@mfuko/contract/field-errors';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';
import type { ReleaseRefusal } from './rules.ts';

const WORDS: Record<ReleaseRefusal, string> = {
  'collector.required': 'Choose who collects this student.',
  'collector.not-alone': 'This student may not leave alone.',
  'collector.blocked': 'This person must not collect this student. Tell the office.',
  'collector.expired': 'This person may not collect this student any more. Ask the office.',
  'collector.hold': 'This person was added recently. Send a guardian a code.',
};

export function releaseRefused(why: ReleaseRefusal): Refusal {
  return new Refusal(why, WORDS[why]);
}

export function collectorNotFound(): Refusal {
  return new Refusal('collector.not-found', 'This person is not on the list of collectors of this student.');
}

export function wrongCollectorCode(): Refusal {
  return new Refusal('collector.code', 'The guardian’s code is wrong or no longer valid. Send another one.', {
    detail: wrongFields({ collectorCode: fieldError('wrong-code') }),
  });
}

/** Refuses to send a code to a guardian's number that was set a short while ago, or is that of a person who must not collect. */
export function noCodeToThisNumber(): Refusal {
  return new Refusal(
    'collector.number',
    'No code can be sent to this number. Choose another guardian, or ask the office.',
  );
}

export function badPhoto(): Refusal {
  return new Refusal(
    'collector.bad-photo',
    'Please choose a photo: PNG, JPEG or WebP, at least 96 pixels on each side.',
    {
      detail: wrongFields({ Photo: fieldError('image-kind') }),
    },
  );
}

/** Refuses a photo without the consent of the person. */
export function noConsent(): Refusal {
  return new Refusal('input.malformed', 'A photo can be stored only with the consent of the person.', {
    detail: wrongFields({ consent: fieldError('required') }),
  });
}
