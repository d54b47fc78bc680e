/**
 * The gate records who comes in and who goes out, proven by finger or PIN. A student's state is the last event. A second check-in on
 * one school day and a check-out without a check-in are refused unless the guard gives a reason, and every contradiction is added to
 * the list of exceptions. Events are never changed. Nobody is let out on an admission number alone. Events that a device recorded
 * offline are sent later, and are recorded at most once each, whatever the state is by then.
 */
export { GATE_BUNDLE } from './bundle.ts';
export { askAboutChangedMeans } from './changed-means.ts';
export type { CustodyStep } from './custody.ts';
export { erasePassages } from './erase.ts';
export { addException, type NewException } from './exceptions.ts';
export { forgetPassagePlaces } from './forget-places.ts';
export { enqueuePassageNotice, passageJobs } from './notify-guardians.ts';
export type { LateRide } from './offline.ts';
export { EXEAT_CHECK, EXEAT_CHECK_AT, exeatJobs } from './overdue.ts';
export { type LateEvent, type Passage, passGate } from './pass.ts';
export type { GateKind } from './rules.ts';
export { type GateMethod, lockState as lockCustody, type NewGateEvent } from './store.ts';
export { STANDS } from './undone.ts';
