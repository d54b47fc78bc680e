import * as contract from '@mfuko/contract/limits';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approve, rejectApproval, requestApproval } from './approve.ts';
import { limitsOfStudent } from './of-student.ts';
import { changeLimits, readLimits } from './set.ts';
import { listApprovals, readApproval } from './store.ts';

/**
 * Registers the calls of limits on pocket money, and of approvals by a second person above an amount. `refused_by_rule` in the database
 * enforces the limits under the wallet's lock; the strictest limit counts. An approval is used up by one cash-out, in that cash-out's
 * transaction.
 */
export function registerLimits(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.getLimits, (call, { scope, sysid }) => call.read((tx) => readLimits(tx, scope, sysid)));
  registry.register(contract.setLimits, (call, input) => changeLimits(call, context, input));
  registry.register(contract.getStudentLimits, (call, { admissionNumber }) =>
    call.read((tx) => limitsOfStudent(tx, call.actor.userId, admissionNumber)),
  );
  registry.register(contract.requestApproval, requestApproval);
  registry.register(contract.approve, (call, { sysid }) => approve(call, sysid));
  registry.register(contract.refuseApproval, rejectApproval);
  registry.register(contract.getApproval, (call, { sysid }) =>
    call.read((tx) => readApproval(tx, context, call.actor.userId, sysid)),
  );
  registry.register(contract.getApprovals, (call, query) =>
    call.read((tx) => listApprovals(tx, call.actor.userId, query)),
  );
}
