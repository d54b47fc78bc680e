/** Gate, canteen, bus: one impostor in 1,000. */
export const GATE_THRESHOLD = 30;
/** Money: one impostor in 10,000. */
export const MONEY_THRESHOLD = 40;
/** One finger against a school of 2,000 pupils. */
export const IDENTIFY_THRESHOLD = 60;
/** An enrolment that looks like another pupil's finger. */
export const DUPLICATE_THRESHOLD = 60;
