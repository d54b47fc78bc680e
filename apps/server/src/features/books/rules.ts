import { type BookPart, HELD, OWED } from '@mfuko/contract/books';

/** Cents by kind of account, as the ledger has them: what is held stands below zero. */
export type Balances = Readonly<Partial<Record<string, bigint>>>;

export interface Equation {
  readonly owed: readonly { readonly part: BookPart; readonly amount: bigint }[];
  readonly held: readonly { readonly part: BookPart; readonly amount: bigint }[];
  readonly totalOwed: bigint;
  readonly totalHeld: bigint;
  /** Difference: what is held and owed to nobody; minus: what is owed and not held. */
  readonly difference: bigint;
}

/** Equate: what is owed beside what is held, both as people count them: cents above zero. */
export function equate(balances: Balances): Equation {
  const owed = OWED.map((part) => ({ part, amount: balances[part] ?? 0n }));
  const held = HELD.map((part) => ({ part, amount: -(balances[part] ?? 0n) }));
  const totalOwed = sum(owed);
  const totalHeld = sum(held);
  return { owed, held, totalOwed, totalHeld, difference: totalHeld - totalOwed };
}

/** The sign that turns an account's posting into what people see: what is held counts the other way round. */
export function shown(part: BookPart, amount: bigint): bigint {
  return (HELD as readonly string[]).includes(part) ? -amount : amount;
}

function sum(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((total, { amount }) => total + amount, 0n);
}

/** Cents by kind as JSON holds them, back into integers. */
export function readCents(closing: Readonly<Record<string, number>>): Balances {
  return Object.fromEntries(Object.entries(closing).map(([kind, cents]) => [kind, BigInt(cents)]));
}

/** Pace of the looks at every row: each school has one within so many nights, and so many schools have one each night at least. */
export interface Pace {
  readonly nights: number;
  readonly atLeast: number;
}

/** A change of a sealed row is seen within seven nights, and on a platform of up to twenty schools within one. */
export const PACE: Pace = { nights: 7, atLeast: 20 };

/** Schools of which every row is looked at tonight. */
export function wholeLooks(schools: number, { nights, atLeast }: Pace): number {
  return Math.max(atLeast, Math.ceil(schools / nights));
}
