/**
 * The canteen: what is on the menu, and one portion at a time for a student who proves by finger or PIN to be there. A
 * student has no more of an item on one day of the school than the menu allows, however many counters there are, and the
 * price leaves the wallet in the transaction that hands the portion out. Prices are integer cents.
 */
export { addMenuItem, type NewMenuItem } from './menu.ts';
