import * as contract from '@mfuko/contract/staff';
import type { Desk } from '../../platform/http/serve.ts';
import { listUsers, makeCheckAgent, makeUser } from './users.ts';

export function serveStaff(desk: Desk): void {
  desk.serve(contract.createCheckAgent, makeCheckAgent);
  desk.serve(contract.createUser, makeUser);
  desk.serve(contract.getProfiles, (call, query) => call.read((tx) => listUsers(tx, query)));
}
