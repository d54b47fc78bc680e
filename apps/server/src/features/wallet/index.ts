/**
 * Pocket money. Money moves by `credit` and `charge` and in no other way: each movement has legs that sum to zero, is
 * never changed, and leaves no wallet below zero. Amounts are integer cents.
 */
export { charge, credit, type HouseAccount, type Made, type Movement } from './move.ts';
