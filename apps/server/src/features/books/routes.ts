import * as contract from '@mfuko/contract/books';
import type { Desk } from '../../platform/http/serve.ts';
import { listDays, readBookDay } from './days.ts';
import { explain } from './explain.ts';
import { readBooks } from './now.ts';
import { listPostings } from './postings.ts';

export function serveBooks(desk: Desk): void {
  desk.serve(contract.books, (call) => call.read(readBooks));
  desk.serve(contract.bookDays, (call, query) => call.read((tx) => listDays(tx, query)));
  desk.serve(contract.bookDayOne, (call, { day }) => call.read((tx) => readBookDay(tx, day)));
  desk.serve(contract.bookPostings, (call, query) => call.read((tx) => listPostings(tx, query)));
  desk.serve(contract.explainDifference, explain);
}
