import * as contract from '@mfuko/contract/canteen';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import type { Engine } from '../fingerprints/index.ts';
import { consumeByFinger, consumeByPin } from './consume.ts';
import { changeMenuItem, createMenuItem, listMenu, restoreMenuItem, showMenuItem, takeOffMenu } from './menu.ts';
import { listMeals } from './tracking.ts';
import { listWindows, setWindows } from './windows.ts';

/**
 * The canteen: what is on the menu, and one portion at a time for a student who proves by finger or PIN to be there. A
 * student has no more of an item on one day of the school, or in one meal window, than the menu allows, however many
 * counters there are, and the price leaves the wallet in the transaction that hands the portion out.
 */
export function serveCanteen(desk: Desk, house: House, engine: Engine): void {
  desk.serve(contract.createMenu, createMenuItem);
  desk.serve(contract.getMenu, (call, query) => call.read((tx) => listMenu(tx, query)));
  desk.serve(contract.getMenuItem, (call, { sysid }) => call.read((tx) => showMenuItem(tx, sysid)));
  for (const endpoint of [contract.updateMenu, contract.updateMenuItem]) desk.serve(endpoint, changeMenuItem);
  for (const endpoint of [contract.deleteMenu, contract.deleteMenuItem])
    desk.serve(endpoint, (call, { sysid }) => takeOffMenu(call, sysid));
  for (const endpoint of [contract.restoreMenu, contract.restoreMenuItem])
    desk.serve(endpoint, (call, { sysid }) => restoreMenuItem(call, sysid));
  desk.serve(contract.consumeMenuFingerprint, (call, input) => consumeByFinger(call, engine, input));
  desk.serve(contract.consumeMenuPin, (call, input) => consumeByPin(call, house, input));
  desk.serve(contract.getMealWindows, (call, query) => call.read((tx) => listWindows(tx, query)));
  desk.serve(contract.updateMealWindows, setWindows);
  desk.serve(contract.menuTracking, (call, query) => call.read((tx) => listMeals(tx, query)));
}
