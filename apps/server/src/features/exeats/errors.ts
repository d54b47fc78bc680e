import { fieldError } from '@mfuko/contract/field-errors';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

export function exeatNotFound(): Refusal {
  return new Refusal('exeat.not-found', 'There is no such pass.');
}

export function exeatIsOver(): Refusal {
  return new Refusal('exeat.over', 'This pass would be over already. Check the day and the hour.', {
    detail: wrongFields({ returnBy: fieldError('in-the-past') }),
  });
}

export function exeatOverlaps(): Refusal {
  return new Refusal('exeat.overlap', 'This student has a pass at that time already. Cancel it first.');
}

export function exeatIsUsed(): Refusal {
  return new Refusal('exeat.used', 'This pass was used, or cancelled already.');
}

/** Refuses a check-out without an exeat, by the school's rule. */
export function exeatRequired(): Refusal {
  return new Refusal('exeat.required', 'This student has no pass for now. Send them to the office.');
}
