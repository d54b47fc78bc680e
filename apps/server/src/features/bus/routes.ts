import * as contract from '@mfuko/contract/bus';
import { tellPosition } from '@mfuko/contract/bus-positions';
import * as routes from '@mfuko/contract/bus-routes';
import * as trips from '@mfuko/contract/bus-trips';
import { getCustody } from '@mfuko/contract/custody';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { Engine } from '../fingerprints/index.ts';
import { assign, listRouteStudents, readStops, unassign } from './assign.ts';
import { bringRouteBack, changeRoute, listRoutes, makeRoute, readRoute, setRouteRemoved } from './bus-routes.ts';
import { bringBack, changeBus, listBuses, makeBus, readBus, removeBus } from './buses.ts';
import { checkByFinger, checkByPin, checkByRollCall } from './check.ts';
import { showCustody } from './custody.ts';
import { permit } from './permits.ts';
import { keepPosition } from './positions.ts';
import { listLatest, listTrips } from './reports.ts';
import { listRunning } from './running-trips.ts';
import { close, find, listRiders, open, readCard, renewCode } from './trips.ts';

export function registerBus(registry: EndpointRegistry, engine: Engine): void {
  registry.register(contract.createBus, makeBus);
  registry.register(contract.updateBus, changeBus);
  registry.register(contract.deleteBus, (call, { sysid }) => removeBus(call, sysid));
  registry.register(contract.restoreBus, (call, { sysid }) => bringBack(call, sysid));
  registry.register(contract.permitBus, permit);
  registry.register(contract.getBus, (call, { sysid }) => call.read((tx) => readBus(tx, sysid)));
  registry.register(contract.getBuses, (call, query) => call.read((tx) => listBuses(tx, query)));
  registry.register(contract.onBusFingerprint, (call, input) => checkByFinger(call, engine, 'on', input));
  registry.register(contract.offBusFingerprint, (call, input) => checkByFinger(call, engine, 'off', input));
  registry.register(contract.onBusPin, (call, input) => checkByPin(call, engine, 'on', input));
  registry.register(contract.offBusPin, (call, input) => checkByPin(call, engine, 'off', input));
  registry.register(contract.onBusKids, (call, input) => checkByRollCall(call, 'on', input));
  registry.register(contract.offBusKids, (call, input) => checkByRollCall(call, 'off', input));
  registry.register(contract.busLatest, (call, query) => call.read((tx) => listLatest(tx, query)));
  registry.register(contract.busTrips, (call, query) => call.read((tx) => listTrips(tx, query)));
  registry.register(trips.runningTrips, (call, query) => call.read((tx) => listRunning(tx, query)));
  registerRoutes(registry);
  registry.register(getCustody, (call, { admissionNumber }) => call.read((tx) => showCustody(tx, admissionNumber)));
  registry.register(trips.openTrip, open);
  registry.register(trips.getTrip, (call, which) => call.read((tx) => find(tx, which)));
  registry.register(trips.getRiders, (call, which) => call.read((tx) => listRiders(tx, which)));
  registry.register(trips.closeTrip, close);
  registry.register(tellPosition, keepPosition);
  registry.register(trips.getBusCard, (call, { sysid }) => call.read((tx) => readCard(tx, sysid)));
  registry.register(trips.renewRearCode, (call, { sysid }) => renewCode(call, sysid));
}

function registerRoutes(registry: EndpointRegistry): void {
  registry.register(routes.createRoute, makeRoute);
  registry.register(routes.updateRoute, changeRoute);
  registry.register(routes.deleteRoute, (call, { sysid }) => setRouteRemoved(call, sysid, true));
  registry.register(routes.restoreRoute, (call, { sysid }) => bringRouteBack(call, sysid));
  registry.register(routes.getRoute, (call, { sysid }) => call.read((tx) => readRoute(tx, sysid)));
  registry.register(routes.getRoutes, (call, query) => call.read((tx) => listRoutes(tx, query)));
  registry.register(routes.getRouteStudents, (call, query) => call.read((tx) => listRouteStudents(tx, query)));
  registry.register(routes.assignStop, assign);
  registry.register(routes.removeStop, unassign);
  registry.register(routes.getStops, (call, { sysid }) => call.read((tx) => readStops(tx, sysid)));
}
