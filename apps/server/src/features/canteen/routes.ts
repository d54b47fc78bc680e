import * as contract from '@mfuko/contract/canteen';
import * as plates from '@mfuko/contract/canteen-plates';
import * as sales from '@mfuko/contract/canteen-sales';
import * as subsidies from '@mfuko/contract/canteen-subsidies';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { Engine } from '../fingerprints/index.ts';
import { consumeByFinger, consumeByPin, sellByFinger, sellByPin } from './consume.ts';
import { changeMenuItem, createMenuItem, listMenu, restoreMenuItem, showMenuItem, takeOffMenu } from './menu.ts';
import { type ListAway, listNotYetEaten, readForecast, readMealsToday } from './plates.ts';
import { approve, propose, reject } from './propose-subsidy.ts';
import { listSubsidies, readSubsidy } from './subsidies.ts';
import { takeBackMeal, takeBackSale } from './take-back.ts';
import { listMeals } from './tracking.ts';
import { listWindows, readPlan, setWindows } from './windows.ts';

/**
 * Registers the canteen: the menu, and portions for a student who is proven by finger or PIN, singly or several as one sale. A student
 * gets no more of an item per day, or per meal window, than the menu allows, however many counters there are. The price is taken from
 * the wallet in the transaction that hands the portion out.
 */
export function registerCanteen(registry: EndpointRegistry, engine: Engine, listAway: ListAway): void {
  registry.register(contract.createMenu, createMenuItem);
  registry.register(contract.getMenu, (call, query) => call.read((tx) => listMenu(tx, query)));
  registry.register(contract.getMenuItem, (call, { sysid }) => call.read((tx) => showMenuItem(tx, sysid)));
  for (const endpoint of [contract.updateMenu, contract.updateMenuItem]) registry.register(endpoint, changeMenuItem);
  for (const endpoint of [contract.deleteMenu, contract.deleteMenuItem])
    registry.register(endpoint, (call, { sysid }) => takeOffMenu(call, sysid));
  for (const endpoint of [contract.restoreMenu, contract.restoreMenuItem])
    registry.register(endpoint, (call, { sysid }) => restoreMenuItem(call, sysid));
  registry.register(contract.consumeMenuFingerprint, (call, input) => consumeByFinger(call, engine, input));
  registry.register(contract.consumeMenuPin, (call, input) => consumeByPin(call, engine, input));
  registry.register(contract.takeBackMeal, takeBackMeal);
  registry.register(sales.sellMenuFingerprint, (call, input) => sellByFinger(call, engine, input));
  registry.register(sales.sellMenuPin, (call, input) => sellByPin(call, engine, input));
  registry.register(sales.takeBackSale, takeBackSale);
  registry.register(subsidies.getMealSubsidy, (call, { sysid }) =>
    call.read((tx) => readSubsidy(tx, sysid, call.actor.userId)),
  );
  registry.register(subsidies.setMealSubsidy, propose);
  registry.register(subsidies.approveMealSubsidy, approve);
  registry.register(subsidies.rejectMealSubsidy, reject);
  registry.register(subsidies.mealSubsidies, (call, query) => call.read((tx) => listSubsidies(tx, query)));
  registry.register(plates.mealsToday, (call) => call.read((tx) => readMealsToday(tx, listAway)));
  registry.register(plates.notYetEaten, (call, query) => call.read((tx) => listNotYetEaten(tx, query, listAway)));
  registry.register(plates.platesForecast, (call) => call.read(readForecast));
  registry.register(contract.getMealWindows, (call, query) => call.read((tx) => listWindows(tx, query)));
  registry.register(contract.getMealPlan, (call) => call.read((tx) => readPlan(tx)));
  registry.register(contract.updateMealWindows, setWindows);
  registry.register(contract.menuTracking, (call, query) => call.read((tx) => listMeals(tx, query)));
}
