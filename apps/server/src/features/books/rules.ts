import { type BookPart, HELD, OWED } from '@mfuko/contract/books';

/** Cents by kind of account, as in the ledger: accounts that hold money are negative. */
export type Balances = Readonly<Partial<Record<string, bigint>>>;

export interface Equation {
  readonly owed: readonly { readonly part: BookPart; readonly amount: bigint }[];
  readonly held: readonly { readonly part: BookPart; readonly amount: bigint }[];
  readonly totalOwed: bigint;
  readonly totalHeld: bigint;
  /** Money held beyond what is owed; negative if less is held. */
  readonly difference: bigint;
}

/** Compares the money owed with the money held, both as positive cents. */
export function equate(balances: Balances): Equation {
  const owed = OWED.map((part) => ({ part, amount: balances[part] ?? 0n }));
  const held = HELD.map((part) => ({ part, amount: -(balances[part] ?? 0n) }));
  const totalOwed = sum(owed);
  const totalHeld = sum(held);
  return { owed, held, totalOwed, totalHeld, difference: totalHeld - totalOwed };
}

/** Returns a posting's amount as shown to people: the sign of accounts that hold money is inverted. */
export function shown(part: BookPart, amount: bigint): bigint {
  return (HELD as readonly string[]).includes(part) ? -amount : amount;
}

function sum(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((total, { amount }) => total + amount, 0n);
}

/** Parses cents by kind from JSON numbers. */
export function readCents(closing: Readonly<Record<string, number>>): Balances {
  return Object.fromEntries(Object.entries(closing).map(([kind, cents]) => [kind, BigInt(cents)]));
}

/** Pace of the full checks: each school has one within so many nights, and at least so many schools have one each night. */
export interface Pace {
  readonly nights: number;
  readonly atLeast: number;
}

/** A change of a sealed row is found within seven nights; on a platform of up to twenty schools, within one. */
export const PACE: Pace = { nights: 7, atLeast: 20 };

/** Returns the number of schools that have a full check tonight. */
export function wholeChecks(schools: number, { nights, atLeast }: Pace): number {
  return Math.max(atLeast, Math.ceil(schools / nights));
}
