/**
 * The devices that Admins have linked to a school. A linked device is held to its role, a revoked one is refused at once,
 * and a school that links none works as ever. A serial number is the client's own word: it keeps honest tablets in their
 * place and stands in for no other check. An enrolled device is known by a key of its own, which signs its calls.
 */
export { checkDevice } from './check-device.ts';
export { createDeviceProof, createSignatureCheck, requireDevice } from './check-signature.ts';
export { dropOldSignatures } from './enrolment-store.ts';
export { listHolding } from './heartbeats.ts';
export type { DeviceUse } from './rules.ts';
export { countStuck, findReader } from './store.ts';
