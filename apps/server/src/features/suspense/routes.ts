import * as contract from '@mfuko/contract/suspense';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { approve, reject } from './decide.ts';
import { listSuspense, readItem } from './list.ts';
import { proposeToReturn, proposeToSettle } from './propose.ts';

export function serveSuspense(desk: Desk, house: House): void {
  desk.serve(contract.getSuspense, (call, query) =>
    call.read((tx) => listSuspense(tx, house, query, call.actor.userId)),
  );
  desk.serve(contract.getSuspenseItem, (call, { sysid }) =>
    call.read((tx) => readItem(tx, house, sysid, call.actor.userId)),
  );
  desk.serve(contract.proposeSettlement, (call, input) => proposeToSettle(call, house, input));
  desk.serve(contract.proposeReturn, (call, input) => proposeToReturn(call, house, input));
  desk.serve(contract.approveSettlement, (call, input) => approve(call, house, input));
  desk.serve(contract.rejectSettlement, (call, input) => reject(call, house, input));
}
