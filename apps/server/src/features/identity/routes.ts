import { enrolAnew } from '@mfuko/contract/fingerprint-renewal';
import { choosePin } from '@mfuko/contract/own-pin';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { Engine } from '../fingerprints/index.ts';
import { choosePinProven } from './choose-pin.ts';
import { reenrolProven } from './reenrol.ts';

export function registerIdentity(registry: EndpointRegistry, engine: Engine): void {
  registry.register(enrolAnew, (call, input) => reenrolProven(call, engine, input));
  registry.register(choosePin, (call, input) => choosePinProven(call, engine, input));
}
