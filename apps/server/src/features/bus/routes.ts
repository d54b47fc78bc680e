import * as contract from '@mfuko/contract/bus';
import type { Desk } from '../../platform/http/serve.ts';
import type { Engine } from '../fingerprints/index.ts';
import { bringBack, changeBus, listBuses, makeBus, readBus, removeBus } from './buses.ts';
import { checkByFinger, checkByRollCall } from './check.ts';
import { listLatest, listTrips } from './reports.ts';

export function serveBus(desk: Desk, engine: Engine): void {
  desk.serve(contract.createBus, makeBus);
  desk.serve(contract.updateBus, changeBus);
  desk.serve(contract.deleteBus, (call, { sysid }) => removeBus(call, sysid));
  desk.serve(contract.restoreBus, (call, { sysid }) => bringBack(call, sysid));
  desk.serve(contract.getBus, (call, { sysid }) => call.read((tx) => readBus(tx, sysid)));
  desk.serve(contract.getBuses, (call, query) => call.read((tx) => listBuses(tx, query)));
  desk.serve(contract.onBusFingerprint, (call, input) => checkByFinger(call, engine, 'on', input));
  desk.serve(contract.offBusFingerprint, (call, input) => checkByFinger(call, engine, 'off', input));
  desk.serve(contract.onBusKids, (call, input) => checkByRollCall(call, 'on', input));
  desk.serve(contract.offBusKids, (call, input) => checkByRollCall(call, 'off', input));
  desk.serve(contract.busLatest, (call, query) => call.read((tx) => listLatest(tx, query)));
  desk.serve(contract.busTrips, (call, query) => call.read((tx) => listTrips(tx, query)));
}
