import { printStatements } from '@mfuko/contract/statements';
import * as contract from '@mfuko/contract/wallet';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import type { Engine } from '../fingerprints/index.ts';
import { cashOutByFinger, cashOutByPin } from './cash-out.ts';
import { deposit, depositTogether } from './deposit.ts';
import { readStatements } from './print.ts';
import { reverseByReceipt } from './reverse.ts';
import { listBalances, readStatement, readWallet } from './statement.ts';
import { validateToken } from './token.ts';

export function serveWallet(desk: Desk, house: House, engine: Engine): void {
  desk.serveMany(contract.deposit, depositTogether, deposit);
  desk.serve(contract.cashOutFingerprint, (call, input) => cashOutByFinger(call, engine, input));
  desk.serve(contract.cashOutPin, (call, input) => cashOutByPin(call, house, input));
  desk.serve(contract.getStatement, (call, query) => call.read((tx) => readStatement(tx, query, call.actor.userId)));
  desk.serve(contract.getWallet, (call, { admissionNumber }) => call.read((tx) => readWallet(tx, admissionNumber)));
  desk.serve(contract.getBalances, (call, query) => call.read((tx) => listBalances(tx, query)));
  desk.serve(printStatements, (call, input) => call.read((tx) => readStatements(tx, input)));
  desk.serve(contract.reverse, reverseByReceipt);
  desk.serve(contract.validateToken, validateToken);
}
