/**
 * Devices that Admins have linked to a school. A linked device is restricted to its role, a revoked one is refused at once, and a
 * school without linked devices works as before. A serial number is stated by the client: it keeps honest tablets to their role, and
 * replaces no other check. An enrolled device is identified by its key, which signs its calls.
 */
export { checkDevice } from './check-device.ts';
export { createDeviceProof, createSignatureCheck, requireDevice } from './check-signature.ts';
export { dropOldSignatures } from './enrolment-store.ts';
export { listHolding } from './heartbeats.ts';
export { dropOldPresences, wasDeviceHeardSince, wasEnrolledAt } from './presences.ts';
export type { DeviceUse } from './rules.ts';
export { countStuck, findReader } from './store.ts';
