import { Refusal } from '../../platform/http/refusal.ts';

export function excuseNotFound(): Refusal {
  return new Refusal('attendance.no-excuse', 'This student is not excused on that day.');
}

export function dayOffNotFound(): Refusal {
  return new Refusal('attendance.no-day-off', 'That day is not set as a day without school.');
}

/** Refuses to notify guardians of absences before the time that the school has set, and on a day without school. */
export function notYetAbsent(): Refusal {
  return new Refusal('attendance.not-yet', 'Nobody counts as absent today, or not yet.');
}

export function alreadyNotified(): Refusal {
  return new Refusal('attendance.told', 'The guardians were already told, or are being told now.');
}
