import * as contract from '@mfuko/contract/clock';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { approveOrReject, state } from './state.ts';
import { readStatus } from './status.ts';

export function registerClock(registry: EndpointRegistry): void {
  registry.register(contract.clockStatus, readStatus);
  registry.register(contract.stateClock, state);
  registry.register(contract.decideClock, approveOrReject);
}
