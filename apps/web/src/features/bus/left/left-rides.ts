import { getCheckStudent } from '@mfuko/contract/students';
import { call } from '../../../lib/request.ts';
import { createKeptPresses } from '../../../school/presses/kept-presses.ts';
import { createLeftPresses } from '../../../school/presses/left-presses.ts';
import { leftRides } from './left-list.ts';

/** A name that takes longer is no help any more. */
const NAME_WITHIN_MS = 4_000;

/** Presses of the bus on this device's disk. */
export const kept = createKeptPresses('ride:');

/** Presses of the bus whose page has ended, and what became of each. */
export const left = createLeftPresses({
  kept,
  list: leftRides,
  channel: 'mfuko-left-rides',
  askStudent: (admissionNumber) =>
    call(getCheckStudent, { admissionNumber }, { signal: AbortSignal.timeout(NAME_WITHIN_MS) }),
});
