import * as contract from '@mfuko/contract/collectors';
import type { RateLimiters } from '../../platform/http/rate-limiters.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { requireDevice } from '../devices/index.ts';
import { getStudent, getStudentById, openLookupLimiter } from '../students/index.ts';
import { addCollector, removeCollector, setLeavesAlone } from './change.ts';
import { removeCollectorPhoto, setCollectorPhoto } from './change-photo.ts';
import { sendCollectorCode } from './code.ts';
import { smallFaces } from './faces.ts';
import { openPhotos } from './photo.ts';
import { listCollectors, listReleases, showForDevice, showForGate } from './show.ts';
import { readRule } from './store.ts';

export function registerCollectors(registry: EndpointRegistry, context: AppContext, limiters: RateLimiters): void {
  registry.register(contract.addCollector, (call, input) => addCollector(call, context, input));
  registry.register(contract.getCollectors, (call, query) => call.read((tx) => listCollectors(tx, query)));
  registry.register(contract.removeCollector, (call, { sysid }) => removeCollector(call, context, sysid));
  registry.register(contract.setCollectorPhoto, (call, input) => setCollectorPhoto(call, context, input));
  registry.register(contract.removeCollectorPhoto, (call, { sysid }) => removeCollectorPhoto(call, context, sysid));
  registry.register(contract.getCollectorPhotos, (call, { studentSYSID }) =>
    call.read(async (tx) => {
      await getStudentById(tx, studentSYSID);
      return { photos: await openPhotos(tx, context, studentSYSID) };
    }),
  );
  registry.register(contract.setLeavesAlone, (call, input) => setLeavesAlone(call, context, input));
  registry.register(contract.getReleases, (call, query) => call.read((tx) => listReleases(tx, query)));
  registry.register(contract.getReleaseRule, (call, { sysid }) =>
    call.read(async (tx) => {
      await getStudentById(tx, sysid);
      return readRule(tx, sysid);
    }),
  );
  const limiter = openLookupLimiter(limiters, 'collectors');
  registry.register(contract.getCheckCollectors, async (call, { admissionNumber }) => {
    limiter(call);
    return call.read((tx) => showForGate(tx, context, admissionNumber));
  });
  // A separate rate limiter, since the gate requests both list and photos of the same child.
  const photoLimiter = openLookupLimiter(limiters, 'photos');
  registry.register(contract.getCheckCollectorPhotos, async (call, { admissionNumber }) => {
    photoLimiter(call);
    return call.read(async (tx) => {
      const { id } = await getStudent(tx, admissionNumber);
      return { photos: await openPhotos(tx, context, id) };
    });
  });
  registry.register(contract.getDeviceCollectors, (call) => call.read(showForDevice));
  registry.register(contract.getDeviceFaces, (call, { sysids }) => {
    requireDevice(call);
    return smallFaces(call, context, sysids);
  });
  registry.register(contract.sendCollectorCode, (call, input) => sendCollectorCode(call, context, input));
}
