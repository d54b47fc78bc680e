import * as contract from '@mfuko/contract/diagnosis';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { showCheck } from './show.ts';
import { startCheck } from './start.ts';

/**
 * Checks of a school's M-Pesa configuration before the first guardian pays. A job runs the steps and reports each at once; no money is
 * moved, no phone is prompted, and secrets are sent to M-Pesa only.
 */
export function registerDiagnosis(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.checkConfig, (call, input) => startCheck(call, context, input));
  registry.register(contract.getConfigCheck, (_call, { schoolSYSID }) => showCheck(context, schoolSYSID));
}
