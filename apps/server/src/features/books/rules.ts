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
