import * as contract from '@mfuko/contract/items';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { Engine } from '../fingerprints/index.ts';
import { deleteItem, renameItem, restoreItem } from './change.ts';
import { handOutByFinger, handOutByPin, handOutByStaff } from './hand-out.ts';
import { listEvents, listItems, listNames } from './list.ts';
import { takeBack } from './return.ts';
import { sellByFinger, sellByPin, sellOnWord } from './sell.ts';
import { readItem } from './store.ts';

/**
 * Registers the calls of items: a uniform, a book or a trip for one student. All pieces are paid from the wallet when they are sold, and
 * handed out in parts. Locks ensure that no piece is handed out twice and no shilling refunded twice, however many counters call at once:
 * the refund is always the price of the returned pieces.
 */
export function registerItems(registry: EndpointRegistry, engine: Engine): void {
  registry.register(contract.createItem, sellOnWord);
  registry.register(contract.createItemFingerprint, (call, input) => sellByFinger(call, engine, input));
  registry.register(contract.createItemPin, (call, input) => sellByPin(call, engine, input));
  registry.register(contract.getItem, (call, { sysid }) => call.read((tx) => readItem(tx, sysid)));
  registry.register(contract.updateItem, renameItem);
  registry.register(contract.deleteItem, (call, { sysid }) => deleteItem(call, sysid));
  registry.register(contract.restoreItem, (call, { sysid }) => restoreItem(call, sysid));
  registry.register(contract.handOutItem, handOutByStaff);
  registry.register(contract.handOutItemFingerprint, (call, input) => handOutByFinger(call, engine, input));
  registry.register(contract.handOutItemPin, (call, input) => handOutByPin(call, engine, input));
  registry.register(contract.returnItem, takeBack);
  registry.register(contract.getItemEvents, (call, query) => call.read((tx) => listEvents(tx, query)));
  registry.register(contract.getItemNames, (call, query) => call.read((tx) => listNames(tx, query)));
  registry.register(contract.studentItems, (call, query) => call.read((tx) => listItems(tx, query)));
}
