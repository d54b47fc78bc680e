import * as contract from '@mfuko/contract/limits';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approve, rejectApproval, requestApproval } from './approve.ts';
import { limitsOfStudent } from './of-student.ts';
import { changeLimits, readLimits } from './set.ts';
import { listApprovals, readApproval } from './store.ts';

/**
 * Limits on the pocket money that may go out, and the word of a second person above an amount. What is set here is held by
 * `refused_by_rule` in the database, under the lock of the wallet that it is about: the strictest limit counts. An approval
 * is used by the one cash-out that it was good for, in that cash-out's transaction.
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
