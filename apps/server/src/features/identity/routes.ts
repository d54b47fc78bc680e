import { enrolAnew } from '@mfuko/contract/fingerprint-renewal';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { Engine } from '../fingerprints/index.ts';
import { enrolAnewProven } from './enrol-anew.ts';

export function registerIdentity(registry: EndpointRegistry, engine: Engine): void {
  registry.register(enrolAnew, (call, input) => enrolAnewProven(call, engine, input));
}
