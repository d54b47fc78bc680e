import * as contract from '@mfuko/contract/visits';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { beginVisit } from './begin.ts';
import { listVisits } from './store.ts';

export function registerVisits(registry: EndpointRegistry): void {
  registry.register(contract.beginVisit, beginVisit);
  registry.register(contract.getVisits, (call, query) => call.read((tx) => listVisits(tx, query)));
}
