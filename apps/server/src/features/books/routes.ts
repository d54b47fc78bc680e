import * as contract from '@mfuko/contract/books';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { decide, propose, readDifference } from './amend.ts';
import { listDays, readBookDay } from './days.ts';
import { explain } from './explain.ts';
import { readBooks } from './now.ts';
import { listPostings } from './postings.ts';

export function serveBooks(desk: Desk, house: Pick<House, 'keys'>): void {
  desk.serve(contract.books, (call) => call.read(readBooks));
  desk.serve(contract.bookDays, (call, query) => call.read((tx) => listDays(tx, query)));
  desk.serve(contract.bookDayOne, (call, { day }) => call.read((tx) => readBookDay(tx, day, call.actor.userId)));
  desk.serve(contract.bookPostings, (call, query) => call.read((tx) => listPostings(tx, query)));
  desk.serve(contract.explainDifference, explain);
  desk.serve(contract.bookDayDifference, (call, { day }) => call.read((tx) => readDifference(tx, house.keys, day)));
  desk.serve(contract.proposeAmendment, (call, input) => propose(call, house.keys, input));
  desk.serve(contract.decideAmendment, (call, input) => decide(call, house.keys, input));
}
