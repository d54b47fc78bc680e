import * as contract from '@mfuko/contract/gate';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import type { Engine } from '../fingerprints/index.ts';
import { checkByFinger, checkByPin } from './check.ts';
import { listOnCampus } from './store.ts';

export function serveGate(desk: Desk, house: House, engine: Engine): void {
  desk.serve(contract.checkInFingerprint, (call, input) => checkByFinger(call, engine, 'in', input));
  desk.serve(contract.checkOutFingerprint, (call, input) => checkByFinger(call, engine, 'out', input));
  desk.serve(contract.checkInPin, (call, input) => checkByPin(call, house, 'in', input));
  desk.serve(contract.checkOutPin, (call, input) => checkByPin(call, house, 'out', input));
  desk.serve(contract.onCampus, (call, query) => call.read((tx) => listOnCampus(tx, query)));
}
