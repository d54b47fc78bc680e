import * as contract from '@mfuko/contract/staff';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { cancelNumber, changeUser, deleteUser, restoreUser, showUser } from './change.ts';
import { confirmUser } from './confirm.ts';
import { agreeToRemoval, askForRemoval, refuseRemoval, settleNewFactor } from './factor-removal.ts';
import { endSessionsOfUser } from './sessions.ts';
import { listUsers } from './store.ts';
import { makeCheckAgent, makeUser } from './users.ts';

export function registerStaff(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.createCheckAgent, (call, input) => makeCheckAgent(context, call, input));
  registry.register(contract.createUser, (call, input) => makeUser(context, call, input));
  registry.register(contract.getProfiles, (call, query) => call.read((tx) => listUsers(tx, query)));
  registry.register(contract.getUser, (call, input) => showUser(context, call, input));
  registry.register(contract.updateUser, (call, input) => changeUser(context, call, input));
  registry.register(contract.cancelNumber, (call, input) => cancelNumber(context, call, input));
  registry.register(contract.proposeFactorRemoval, (call, input) => askForRemoval(context, call, input));
  registry.register(contract.approveFactorRemoval, (call, input) => agreeToRemoval(context, call, input));
  registry.register(contract.rejectFactorRemoval, (call, input) => refuseRemoval(context, call, input));
  registry.register(contract.settleFactor, (call, input) => settleNewFactor(context, call, input));
  registry.register(contract.confirmUser, (call, input) => confirmUser(context, call, input));
  registry.register(contract.endUserSessions, (call, input) => endSessionsOfUser(context, call, input));
  registry.register(contract.deleteUser, (call, input) => deleteUser(context, call, input));
  registry.register(contract.restoreUser, (call, input) => restoreUser(context, call, input));
}
