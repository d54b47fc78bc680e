/**
 * Identity: who stands there, by finger or PIN, and what is recorded on the strength of it. One way for all: the device is
 * checked, a try is charged, the finger or PIN is compared, and in the recording transaction the student is held, the work
 * runs and the picture is spent. No caller does one of these by itself, so that none can leave one out.
 */
export { type Identified, recordAttested } from './attested.ts';
export { type Backfilled, backfillProven, type Verdict } from './backfill.ts';
export { recordFound } from './found.ts';
export type { Presented } from './present.ts';
export { type Proven, type Recorded, recordProven } from './record.ts';
export { renewProven } from './renew.ts';
