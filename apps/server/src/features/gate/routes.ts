import * as campus from '@mfuko/contract/campus';
import { renewFingerprint } from '@mfuko/contract/fingerprint-renewal';
import * as contract from '@mfuko/contract/gate';
import { offlineBatch } from '@mfuko/contract/offline';
import { readAttendance } from '@mfuko/contract/program-calls';
import * as rollCalls from '@mfuko/contract/roll-calls';
import * as touch from '@mfuko/contract/touch';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { renewProven } from '../identity/index.ts';
import { listAttendance } from './attendance.ts';
import { checkInByFinger, checkInByPin, checkOutByFinger, checkOutByPin } from './check.ts';
import { listExceptions, settle } from './exceptions.ts';
import { readHours } from './hours.ts';
import { type OfflineParts, recordBatch } from './offline.ts';
import { closeCall, openCall, showRollCall, takeTicks } from './roll-call.ts';
import { listOnCampus } from './store.ts';
import { checkInByTouch, readGateRules, takeTouchBack } from './touch.ts';

export function registerGate(registry: EndpointRegistry, parts: OfflineParts): void {
  registry.register(contract.checkInFingerprint, (call, input) => checkInByFinger(call, parts, input));
  registry.register(contract.checkOutFingerprint, (call, input) => checkOutByFinger(call, parts, input));
  registry.register(contract.checkInPin, (call, input) => checkInByPin(call, parts, input));
  registry.register(contract.checkOutPin, (call, input) => checkOutByPin(call, parts, input));
  registry.register(touch.getGateRules, (call) => call.read(readGateRules));
  registry.register(touch.checkInTouch, (call, input) => checkInByTouch(call, parts, input));
  registry.register(touch.undoTouch, takeTouchBack);
  registry.register(renewFingerprint, (call, input) => renewProven(call, parts.engine, input));
  registry.register(contract.onCampus, (call, query) => call.read((tx) => listOnCampus(tx, query)));
  registry.register(campus.checkHours, (call) => call.read(readHours));
  registry.register(campus.getExceptions, (call, query) => call.read((tx) => listExceptions(tx, query)));
  registry.register(campus.clearException, settle);
  registry.register(rollCalls.openRollCall, openCall);
  registry.register(rollCalls.tickRollCall, takeTicks);
  registry.register(rollCalls.getRollCall, (call, query) => call.read((tx) => showRollCall(tx, query)));
  registry.register(rollCalls.closeRollCall, closeCall);
  registry.register(readAttendance, (call, query) => call.read((tx) => listAttendance(tx, query)));
  registry.register(offlineBatch, (call, input) => recordBatch(call, parts, input));
}
