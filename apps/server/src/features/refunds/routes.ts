import * as contract from '@mfuko/contract/refunds';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { approve, reject } from './decide.ts';
import { listRefunds } from './list.ts';
import { propose } from './propose.ts';

export function serveRefunds(desk: Desk, house: House): void {
  desk.serve(contract.refund, (call, input) => propose(call, house, input));
  desk.serve(contract.approveRefund, (call, input) => approve(call, house, input));
  desk.serve(contract.rejectRefund, (call, input) => reject(call, house, input));
  desk.serve(contract.getRefunds, (call, query) => call.read((tx) => listRefunds(tx, house, query, call.actor.userId)));
}
