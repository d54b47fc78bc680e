import * as contract from '@mfuko/contract/diagnosis';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { showCheck } from './show.ts';
import { startCheck } from './start.ts';

/**
 * Checks of how a school collects by M-Pesa, before the first guardian pays. Each step is looked at by a job and told as it goes; nothing
 * is moved, no phone rings, and no secret leaves the server but to M-Pesa.
 */
export function registerDiagnosis(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.checkConfig, (call, input) => startCheck(call, context, input));
  registry.register(contract.getConfigCheck, (_call, { schoolSYSID }) => showCheck(context, schoolSYSID));
}
