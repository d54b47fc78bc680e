import * as contract from '@mfuko/contract/devices';
import type { Desk } from '../../platform/http/serve.ts';
import { changeDevice, getDevice, linkDevice, restoreDevice, revokeDevice } from './link.ts';
import { listDevices } from './store.ts';

export function serveDevices(desk: Desk): void {
  desk.serve(contract.addDevice, linkDevice);
  desk.serve(contract.getDevices, (call, query) => call.read((tx) => listDevices(tx, query)));
  desk.serve(contract.getDevice, (call, { sysid }) => call.read((tx) => getDevice(tx, sysid)));
  desk.serve(contract.updateDevice, changeDevice);
  desk.serve(contract.deleteDevice, revokeDevice);
  desk.serve(contract.restoreDevice, restoreDevice);
}
