import { fieldError } from '@mfuko/contract/field-errors';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

export function exeatNotFound(): Refusal {
  return new Refusal('exeat.not-found', 'The pass was not found.');
}

export function exeatIsOver(): Refusal {
  return new Refusal('exeat.over', 'This pass would already be over. Check the day and the time.', {
    detail: wrongFields({ returnBy: fieldError('in-the-past') }),
  });
}

export function exeatOverlaps(): Refusal {
  return new Refusal('exeat.overlap', 'This student already has a pass for that time. Cancel it first.');
}

export function exeatIsUsed(): Refusal {
  return new Refusal('exeat.used', 'This pass was already used or cancelled.');
}

/** Refuses a check-out without an exeat, by the school's rule. */
export function exeatRequired(): Refusal {
  return new Refusal('exeat.required', 'This student has no pass right now. Send them to the office.');
}
