import * as contract from '@mfuko/contract/search';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { find } from './find.ts';

export function serveSearch(desk: Desk, house: House): void {
  desk.serve(contract.find, (call, { text }) => find(call, house, text));
}
