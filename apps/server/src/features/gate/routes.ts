import * as campus from '@mfuko/contract/campus';
import * as contract from '@mfuko/contract/gate';
import { offlineBatch } from '@mfuko/contract/offline';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { checkByFinger, checkByPin } from './check.ts';
import { readHours } from './hours.ts';
import { listOddities, settle } from './oddities.ts';
import { type OfflineParts, recordBatch } from './offline.ts';
import { listOnCampus } from './store.ts';

export function serveGate(desk: Desk, house: House, parts: OfflineParts): void {
  const { engine } = parts;
  desk.serve(contract.checkInFingerprint, (call, input) => checkByFinger(call, engine, 'in', input));
  desk.serve(contract.checkOutFingerprint, (call, input) => checkByFinger(call, engine, 'out', input));
  desk.serve(contract.checkInPin, (call, input) => checkByPin(call, house, 'in', input));
  desk.serve(contract.checkOutPin, (call, input) => checkByPin(call, house, 'out', input));
  desk.serve(contract.onCampus, (call, query) => call.read((tx) => listOnCampus(tx, query)));
  desk.serve(campus.checkHours, (call) => call.read(readHours));
  desk.serve(campus.getOddities, (call, query) => call.read((tx) => listOddities(tx, query)));
  desk.serve(campus.settleOddity, settle);
  desk.serve(offlineBatch, (call, input) => recordBatch(call, parts, input));
}
