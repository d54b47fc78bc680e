import { getCaptureChallenge, pairReader } from '@mfuko/contract/captures';
import * as contract from '@mfuko/contract/devices';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { makeChallenge } from './challenge.ts';
import { enrol, makeDeviceCode } from './enrol.ts';
import { changeDevice, getDevice, linkDevice, restoreDevice, revokeDevice } from './link.ts';
import { pair } from './pair.ts';
import { listDevices } from './store.ts';

export function registerDevices(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.createDeviceCode, (call, input) => makeDeviceCode(context, call, input));
  registry.register(contract.enrolDevice, (request, input) => enrol(context, request, input));
  registry.register(contract.addDevice, linkDevice);
  registry.register(contract.getDevices, (call, query) => call.read((tx) => listDevices(tx, query)));
  registry.register(contract.getDevice, (call, { sysid }) => call.read((tx) => getDevice(tx, sysid)));
  registry.register(contract.updateDevice, changeDevice);
  registry.register(contract.deleteDevice, revokeDevice);
  registry.register(contract.restoreDevice, restoreDevice);
  registry.register(pairReader, (call, input) => pair(context, call, input));
  registry.register(getCaptureChallenge, async (call) => makeChallenge(context, call.schoolId));
}
