import * as contract from '@mfuko/contract/programs';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { describePrograms } from '../../platform/openapi/describe.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { changeKey, endKey, getKey, makeKey, renewToken } from './keys.ts';
import { listKeys } from './store.ts';

export function registerPrograms(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.createKey, (call, input) => makeKey(context, call, input));
  registry.register(contract.getKeys, (call, query) => call.read((tx) => listKeys(tx, query)));
  registry.register(contract.getKey, (call, { sysid }) => call.read((tx) => getKey(tx, sysid)));
  registry.register(contract.updateKey, (call, input) => changeKey(context, call, input));
  registry.register(contract.renewKey, (call, input) => renewToken(context, call, input));
  registry.register(contract.revokeKey, endKey);
  // Describe on request: by then every feature has registered its calls.
  registry.register(contract.getProgramDescription, async () =>
    describePrograms(registry.served, context.config.platformName),
  );
}
