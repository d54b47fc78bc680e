import { Refusal } from '../../platform/refusal.ts';

export function busNotFound(): Refusal {
  return new Refusal('bus.not-found', 'There is no such bus.');
}

export function plateTaken(plate: string): Refusal {
  return new Refusal('bus.duplicate', `There is a bus with number plate ${plate} already.`);
}

/**
 * Aboard: where somebody is aboard: since when, hh:mm of the school's time zone for the person who reads it, and on
 * which bus.
 */
interface Aboard {
  readonly since: Date;
  readonly clockTime: string;
  readonly plate: string;
}

export function alreadyAboard({ since, clockTime, plate }: Aboard): Refusal {
  return new Refusal('bus.already-aboard', `This student is aboard ${plate} already, since ${clockTime}.`, {
    detail: { since: since.toISOString(), busNumberPlate: plate },
  });
}

/** `last` is the bus the student is aboard or has left; null where there has been no boarding at all. */
export function notAboard(last: (Aboard & { readonly left: boolean }) | null): Refusal {
  const message =
    last === null
      ? 'This student has not boarded a bus.'
      : last.left
        ? `This student is off the bus already, since ${last.clockTime}.`
        : `This student is not aboard this bus, but ${last.plate}, since ${last.clockTime}.`;
  return new Refusal('bus.not-aboard', message, {
    detail: {
      since: last?.since.toISOString() ?? null,
      busNumberPlate: last?.plate ?? null,
      ...(last && { why: last.left ? 'left' : 'other' }),
    },
  });
}
