import * as contract from '@mfuko/contract/erasure';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Engine } from '../fingerprints/index.ts';
import { approve } from './approve.ts';
import { makeBundle } from './bundle.ts';
import { listErasures } from './list.ts';
import { propose, reject } from './propose.ts';

export function registerErasure(registry: EndpointRegistry, context: AppContext, engine: Engine): void {
  registry.register(contract.eraseStudent, (call, input) => propose(call, input));
  registry.register(contract.approveErase, (call, input) => approve(call, context, engine, input));
  registry.register(contract.rejectErase, (call, input) => reject(call, input));
  registry.register(contract.getErasures, (call, query) =>
    call.read((tx) => listErasures(tx, query, call.actor.userId)),
  );
  registry.register(contract.getBundle, (call, input) => makeBundle(call, context, input));
}
