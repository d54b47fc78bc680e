import { postDeposit, readBalances } from '@mfuko/contract/program-calls';
import { printStatements } from '@mfuko/contract/statements';
import * as contract from '@mfuko/contract/wallet';
import type { Sealer } from '../../platform/http/idempotency.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Engine } from '../fingerprints/index.ts';
import { listBalances } from './balances.ts';
import { cashOutByFinger, cashOutByPin } from './cash-out.ts';
import { closeAttempt } from './close-attempt.ts';
import { depositAtDesk, depositBatch } from './deposit.ts';
import { listOwnPayments } from './own-payments.ts';
import { readStatements } from './print.ts';
import { depositByProgram, listBalancesForProgram } from './programs.ts';
import { proposeReversal, rejectReversal } from './reversal-proposals.ts';
import { reverseByReceipt } from './reverse.ts';
import { readStatement, readWallet } from './statement.ts';
import { takeBackDeposit } from './take-back.ts';
import { validateToken } from './token.ts';
import { readRoom } from './unproven-deposits.ts';

export function registerWallet(registry: EndpointRegistry, context: AppContext, engine: Engine, sealer: Sealer): void {
  registry.registerMany(contract.deposit, depositBatch(context), (call, input) => depositAtDesk(context, call, input));
  registry.register(contract.getDepositRoom, (call) =>
    call.read(async (tx) => ({ room: await readRoom(tx, call.actor, context.config.production) })),
  );
  registry.register(contract.cashOutFingerprint, (call, input) => cashOutByFinger(call, engine, input));
  registry.register(contract.cashOutPin, (call, input) => cashOutByPin(call, engine, input));
  for (const closing of [contract.closeAttempt, contract.closePlatformAttempt])
    registry.register(closing, (call, input) =>
      closeAttempt(call, { sealer, served: registry.served, production: context.config.production }, input),
    );
  registry.register(contract.getStatement, (call, query) =>
    call.read((tx) => readStatement(tx, query, call.actor.userId)),
  );
  registry.register(contract.getWallet, (call, { admissionNumber }) =>
    call.read((tx) => readWallet(tx, admissionNumber)),
  );
  registry.register(contract.getOwnPayments, (call, query) =>
    call.read((tx) => listOwnPayments(tx, call.actor.userId, query)),
  );
  registry.register(contract.getBalances, (call, query) => call.read((tx) => listBalances(tx, query)));
  registry.register(printStatements, (call, input) => call.read((tx) => readStatements(tx, input)));
  registry.register(contract.reverse, (call, input) => reverseByReceipt(call, context, input));
  registry.register(contract.proposeReversal, proposeReversal);
  registry.register(contract.rejectReversal, rejectReversal);
  registry.register(contract.takeBack, (call, input) => takeBackDeposit(call, context, input));
  registry.register(contract.validateToken, validateToken);
  registry.register(readBalances, (call, query) => call.read((tx) => listBalancesForProgram(tx, query)));
  registry.register(postDeposit, depositByProgram);
}
