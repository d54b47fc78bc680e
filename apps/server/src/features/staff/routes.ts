import * as contract from '@mfuko/contract/staff';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { changeUser, deleteUser, restoreUser, showUser } from './change.ts';
import { listUsers } from './store.ts';
import { makeCheckAgent, makeUser } from './users.ts';

export function serveStaff(desk: Desk, house: House): void {
  desk.serve(contract.createCheckAgent, makeCheckAgent);
  desk.serve(contract.createUser, makeUser);
  desk.serve(contract.getProfiles, (call, query) => call.read((tx) => listUsers(tx, query)));
  desk.serve(contract.getUser, (call, input) => showUser(house, call, input));
  desk.serve(contract.updateUser, (call, input) => changeUser(house, call, input));
  desk.serve(contract.deleteUser, (call, input) => deleteUser(house, call, input));
  desk.serve(contract.restoreUser, (call, input) => restoreUser(house, call, input));
}
