import * as contract from '@mfuko/contract/bus';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { Engine } from '../fingerprints/index.ts';
import { bringBack, changeBus, listBuses, makeBus, readBus, removeBus } from './buses.ts';
import { checkByFinger, checkByRollCall } from './check.ts';
import { listLatest, listTrips } from './reports.ts';

export function registerBus(registry: EndpointRegistry, engine: Engine): void {
  registry.register(contract.createBus, makeBus);
  registry.register(contract.updateBus, changeBus);
  registry.register(contract.deleteBus, (call, { sysid }) => removeBus(call, sysid));
  registry.register(contract.restoreBus, (call, { sysid }) => bringBack(call, sysid));
  registry.register(contract.getBus, (call, { sysid }) => call.read((tx) => readBus(tx, sysid)));
  registry.register(contract.getBuses, (call, query) => call.read((tx) => listBuses(tx, query)));
  registry.register(contract.onBusFingerprint, (call, input) => checkByFinger(call, engine, 'on', input));
  registry.register(contract.offBusFingerprint, (call, input) => checkByFinger(call, engine, 'off', input));
  registry.register(contract.onBusKids, (call, input) => checkByRollCall(call, 'on', input));
  registry.register(contract.offBusKids, (call, input) => checkByRollCall(call, 'off', input));
  registry.register(contract.busLatest, (call, query) => call.read((tx) => listLatest(tx, query)));
  registry.register(contract.busTrips, (call, query) => call.read((tx) => listTrips(tx, query)));
}
