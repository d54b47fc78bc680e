import * as contract from '@mfuko/contract/collectors';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { getStudentById, openLookBrake } from '../students/index.ts';
import { addCollector, removeCollector, setLeavesAlone } from './change.ts';
import { sendCollectorCode } from './code.ts';
import { listCollectors, listReleases, showForDevice, showForGate } from './show.ts';
import { readRule } from './store.ts';

export function registerCollectors(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.addCollector, (call, input) => addCollector(call, context, input));
  registry.register(contract.getCollectors, (call, query) => call.read((tx) => listCollectors(tx, query)));
  registry.register(contract.removeCollector, (call, { sysid }) => removeCollector(call, context, sysid));
  registry.register(contract.setLeavesAlone, (call, input) => setLeavesAlone(call, context, input));
  registry.register(contract.getReleases, (call, query) => call.read((tx) => listReleases(tx, query)));
  registry.register(contract.getReleaseRule, (call, { sysid }) =>
    call.read(async (tx) => {
      await getStudentById(tx, sysid);
      return readRule(tx, sysid);
    }),
  );
  const brake = openLookBrake({ now: () => context.clock.now() });
  registry.register(contract.getCheckCollectors, async (call, { admissionNumber }) => {
    brake(call);
    return call.read((tx) => showForGate(tx, context, admissionNumber));
  });
  registry.register(contract.getDeviceCollectors, (call) => call.read(showForDevice));
  registry.register(contract.sendCollectorCode, (call, input) => sendCollectorCode(call, context, input));
}
