import * as contract from '@mfuko/contract/items';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import type { Engine } from '../fingerprints/index.ts';
import { deleteItem, renameItem, restoreItem } from './change.ts';
import { handOutByFinger, handOutByPin, handOutByStaff } from './hand-out.ts';
import { listEvents, listItems, listNames } from './list.ts';
import { takeBack } from './return.ts';
import { sellItem } from './sell.ts';
import { readItem } from './store.ts';

/**
 * Things bought for or issued to one student: a uniform, a book, a trip. All pieces are paid when they are sold, through
 * the wallet's door, and handed out part by part. However many counters ask at once, no piece is handed out twice and no
 * shilling given back twice: what was given back is always the price of the pieces that were returned.
 */
export function serveItems(desk: Desk, house: House, engine: Engine): void {
  desk.serve(contract.createItem, sellItem);
  desk.serve(contract.getItem, (call, { sysid }) => call.read((tx) => readItem(tx, sysid)));
  desk.serve(contract.updateItem, renameItem);
  desk.serve(contract.deleteItem, (call, { sysid }) => deleteItem(call, sysid));
  desk.serve(contract.restoreItem, (call, { sysid }) => restoreItem(call, sysid));
  desk.serve(contract.handOutItem, handOutByStaff);
  desk.serve(contract.handOutItemFingerprint, (call, input) => handOutByFinger(call, engine, input));
  desk.serve(contract.handOutItemPin, (call, input) => handOutByPin(call, house, input));
  desk.serve(contract.returnItem, takeBack);
  desk.serve(contract.getItemEvents, (call, query) => call.read((tx) => listEvents(tx, query)));
  desk.serve(contract.getItemNames, (call, query) => call.read((tx) => listNames(tx, query)));
  desk.serve(contract.studentItems, (call, query) => call.read((tx) => listItems(tx, query)));
}
