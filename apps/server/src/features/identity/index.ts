/**
 * Identity: proves who a student is, by finger or PIN, and records on the strength of the proof. The steps are the same for every
 * caller: the device is checked, a try is charged, and the finger or PIN is compared; in the recording transaction the student's row is
 * locked, the work runs and the picture is marked as used. Callers cannot run a step on its own, so that none can be left out.
 */
export { type Identified, recordAttested } from './attested.ts';
export { type Backfilled, backfillProven, type Verdict } from './backfill.ts';
export { recordFound } from './found.ts';
export type { Presented } from './present.ts';
export { type Proven, type Recorded, recordProven } from './record.ts';
export { renewProven } from './renew.ts';
