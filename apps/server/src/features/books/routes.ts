import * as bank from '@mfuko/contract/bank-transfers';
import * as contract from '@mfuko/contract/books';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approveOrReject, propose, readDifference } from './amend.ts';
import { approveTransfer, proposeTransfer, rejectTransfer } from './bank-transfers.ts';
import { listDays, readBookDay } from './days.ts';
import { explain } from './explain.ts';
import { listTransfers } from './list-transfers.ts';
import { readBooks } from './now.ts';
import { listPostings } from './postings.ts';

export function registerBooks(registry: EndpointRegistry, context: Pick<AppContext, 'keys'>): void {
  registry.register(contract.books, (call) => call.read(readBooks));
  registry.register(contract.bookDays, (call, query) => call.read((tx) => listDays(tx, query)));
  registry.register(contract.bookDayOne, (call, { day }) => call.read((tx) => readBookDay(tx, day, call.actor.userId)));
  registry.register(contract.bookPostings, (call, query) => call.read((tx) => listPostings(tx, query)));
  registry.register(contract.explainDifference, explain);
  registry.register(contract.bookDayDifference, (call, { day }) =>
    call.read((tx) => readDifference(tx, context.keys, day)),
  );
  registry.register(contract.proposeAmendment, (call, input) => propose(call, context.keys, input));
  registry.register(contract.decideAmendment, (call, input) => approveOrReject(call, context.keys, input));
  registry.register(bank.proposeBankTransfer, proposeTransfer);
  registry.register(bank.approveBankTransfer, approveTransfer);
  registry.register(bank.rejectBankTransfer, rejectTransfer);
  registry.register(bank.getBankTransfers, (call, query) =>
    call.read((tx) => listTransfers(tx, query, call.actor.userId)),
  );
}
