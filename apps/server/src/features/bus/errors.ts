import type { BusPaper } from '@mfuko/contract/bus';
import type { TripEntry } from '@mfuko/contract/bus-trips';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function busNotFound(): Refusal {
  return new Refusal('bus.not-found', 'The bus was not found.');
}

export function plateTaken(plate: string): Refusal {
  return new Refusal('bus.duplicate', `A bus with number plate ${plate} already exists.`);
}

/** Boarding of a student who is aboard: its time, also as hh:mm in the school's time zone for the attendant, and the bus. */
interface Aboard {
  readonly since: Date;
  readonly clockTime: string;
  readonly plate: string;
}

export function alreadyAboard({ since, clockTime, plate }: Aboard): Refusal {
  return new Refusal('bus.already-aboard', `This student is already aboard ${plate}, since ${clockTime}.`, {
    detail: { since: since.toISOString(), busNumberPlate: plate },
  });
}

/** Refuses an alighting. `last` is the bus that the student is aboard of or has left; null if the student has never boarded. */
export function notAboard(last: (Aboard & { readonly left: boolean }) | null): Refusal {
  const message =
    last === null
      ? 'This student has not boarded a bus.'
      : last.left
        ? `This student has been off the bus since ${last.clockTime}.`
        : `This student is not on this bus but on ${last.plate}, since ${last.clockTime}.`;
  return new Refusal('bus.not-aboard', message, {
    detail: {
      since: last?.since.toISOString() ?? null,
      busNumberPlate: last?.plate ?? null,
      ...(last && { why: last.left ? 'left' : 'other' }),
    },
  });
}

export function routeNotFound(): Refusal {
  return new Refusal('bus.route-not-found', 'The route was not found.');
}

export function routeNameTaken(name: string): Refusal {
  return new Refusal('bus.route-duplicate', `A route named ${name} already exists.`);
}

export function stopNotFound(): Refusal {
  return new Refusal('bus.stop-not-found', 'This route does not have that stop.');
}

export function stopInUse(stop: string, students: number): Refusal {
  return new Refusal(
    'bus.stop-in-use',
    `Students get on or off at ${stop}: ${students}. Assign them elsewhere first.`,
    {
      detail: { stop, students },
    },
  );
}

export function tripNotFound(): Refusal {
  return new Refusal('bus.trip-not-found', 'The trip was not found.');
}

export function tripOpen(sysid: string, plate: string): Refusal {
  return new Refusal('bus.trip-open', `${plate} already has an open trip. Close it first.`, {
    detail: { sysid, busNumberPlate: plate },
  });
}

export interface ClosedTrip {
  readonly sysid: string;
  readonly closed: Date;
  readonly closedBy: string;
}

export function tripClosed({ sysid, closed, closedBy }: ClosedTrip): Refusal {
  const detail = { sysid, closed: closed.toISOString(), closedBy };
  return new Refusal('bus.trip-closed', 'This trip is already closed.', { detail });
}

export function childAboard(aboard: readonly TripEntry[]): Refusal {
  const names = aboard.map((child) => `${child.names} (${child.admissionNumber})`).join(', ');
  return new Refusal('bus.child-aboard', `Still aboard: ${names}.`, { detail: { aboard } });
}

/** Refuses a rear code; `count` records the wrong try after the rollback. */
export function wrongRearCode(count: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('bus.rear-code', 'This is not the rear-seat code of this bus.', { afterRollback: count });
}

/** Expired paper of a bus. */
export interface PaperOver {
  readonly paper: BusPaper;
  /** Last valid day, as `2026-11-20`. */
  readonly until: string;
}

export function papersOver(plate: string, papers: readonly PaperOver[]): Refusal {
  const which = papers.map(({ paper, until }) => `${paper} (last day ${until})`).join(' and ');
  const message = `The ${which} of ${plate} ${papers.length > 1 ? 'have' : 'has'} expired. The office must allow the bus today.`;
  return new Refusal('bus.papers-over', message, { detail: { papers } });
}

export function papersValid(plate: string): Refusal {
  return new Refusal('bus.papers-valid', `The papers of ${plate} are valid: it may run.`);
}
