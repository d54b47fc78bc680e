import * as contract from '@mfuko/contract/exeats';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { cancelExeat, grantExeat } from './grant.ts';
import { listExeats } from './store.ts';

export function registerExeats(registry: EndpointRegistry): void {
  registry.register(contract.grantExeat, grantExeat);
  registry.register(contract.cancelExeat, cancelExeat);
  registry.register(contract.getExeats, (call, query) => call.read((tx) => listExeats(tx, query)));
}
