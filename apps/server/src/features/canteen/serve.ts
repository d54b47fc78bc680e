import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Presented, type Proven, recordProven } from '../identity/index.ts';
import { charge } from '../ledger/index.ts';
import type { Student } from '../students/index.ts';
import { balanceOf, requireNoHoldOnMeal } from '../wallet/index.ts';
import { findDoublePress, findSaleDoublePress } from './double-press.ts';
import { closed, overQuantity, priceChanged } from './errors.ts';
import { getMenuItem } from './menu.ts';
import { requireSafe, traceOverride } from './require-safe.ts';
import { inWords, portionsLeft, type Window, windowAfter, windowAt } from './rules.ts';
import { countMeals, insertMeal, lockMeals, type MealMethod, type StoredMeal } from './store.ts';
import { subsidyOf } from './subsidies.ts';
import { givenOf } from './subsidy-rules.ts';
import { readWindows } from './windows.ts';

/** Request to hand out items to one student. */
export interface Wish {
  readonly admissionNumber: string;
  /** Each item occurs once. */
  readonly lines: readonly WishedLine[];
  /** Reason for handing out an item that contains an allergen of the student. */
  readonly override: string | null;
  /** Total in cents that the counter displayed; null if the client does not send it. */
  readonly shownAmount: bigint | null;
  /** True for a sale of lines, false for a single portion. */
  readonly asSale: boolean;
}

export interface WishedLine {
  readonly itemId: string;
  readonly portions: number;
}

/** Result of handing out. */
export interface Served {
  /** Id of the portion or sale, and of its journal entry and receipt if it was paid. */
  readonly id: string;
  readonly student: Student;
  readonly lines: readonly StoredMeal[];
  /** Total in cents. */
  readonly amount: bigint;
  readonly balance: bigint;
}

type Line = WishedLine & { readonly item: Awaited<ReturnType<typeof getMenuItem>> };

/** Proves the student and hands out all lines, or none. A wrong item or a changed price costs the student no try. */
export function serveProven<Answer>(
  call: Call,
  engine: Engine,
  wish: Wish,
  presented: Presented,
  asAnswer: (served: Served) => Answer,
): Promise<Answer> {
  const admissionNumber = async (tx: ReadTx) => {
    const lines = await linesOf(tx, wish);
    // Without a key, the press may be a repeat, which gets the answer of the first press.
    if (call.idempotencyKey !== null) amountOf(wish, lines);
    return wish.admissionNumber;
  };
  return recordProven(call, engine, { admissionNumber, presented }, async (tx, proven) => {
    const { answer, repeated } = await serve(tx, call, engine.context, wish, proven);
    return { answer: asAnswer(answer), repeated };
  });
}

/**
 * Hands out the lines. Locks the student's portions of the items first, so that of two concurrent counters one is refused, and of a
 * double press the second finds the first. Throws menu.not-found, menu.blocked, menu.allergen, canteen.closed, canteen.over-quantity,
 * menu.price-changed, wallet.hold and what `charge` throws.
 */
async function serve(
  tx: Tx,
  call: Call,
  context: AppContext,
  wish: Wish,
  { student, method, scannerSerial, finger }: Proven,
): Promise<{ answer: Served; repeated: boolean }> {
  const lines = await linesOf(tx, wish);
  const { today, time } = await lockMeals(
    tx,
    student.id,
    lines.map(({ itemId }) => itemId),
  );
  if (call.idempotencyKey === null) {
    const first = await findFirst(tx, call, student, method, wish);
    if (first) return { answer: { ...first, student }, repeated: true };
  }
  const amount = amountOf(wish, lines);
  const allergens = await requireSafe(
    tx,
    student.id,
    lines.map(({ item }) => item),
    wish.override,
  );
  const window = requireOpen(await readWindows(tx), time);
  const left = await requirePortions(tx, student.id, lines, today, window);
  const plan = await subsidyOf(tx, student.id);
  const given = lines.map(({ item, portions }) => givenOf(plan, item.price) * BigInt(portions));
  const subsidy = given.reduce((sum, each) => sum + each, 0n);
  const paid = await pay(tx, call, student.id, method, lines, { amount, subsidy });
  // A hold protects the student's money only: a portion that the school pays in full is not held.
  if (amount > subsidy)
    await requireNoHoldOnMeal(tx, call, context, { entryId: paid.id, studentId: student.id, finger, amount });
  const served: StoredMeal[] = [];
  for (const [place, { itemId, item, portions }] of lines.entries()) {
    const price = item.price * BigInt(portions);
    const found = allergens[place] ?? [];
    const meal = {
      id: wish.asSale ? newId() : paid.id,
      itemId,
      itemName: item.name,
      portions,
      remaining: (left[place] ?? 0) - portions,
      amount: price,
      balance: paid.balance,
    };
    await insertMeal(tx, call, {
      ...meal,
      saleId: wish.asSale ? paid.id : null,
      studentId: student.id,
      day: today,
      window: window?.name ?? null,
      entryId: price > 0n ? paid.id : null,
      subsidy: given[place] ?? 0n,
      method,
      scannerSerial,
      override: found.length > 0 ? wish.override : null,
    });
    if (found.length > 0) await traceOverride(tx, call, { student, meal, allergens: found, override: wish.override });
    served.push(meal);
  }
  return { answer: { id: paid.id, student, lines: served, amount, balance: paid.balance }, repeated: false };
}

/** Reads the lines' items from the current menu. Throws menu.not-found. */
async function linesOf(tx: ReadTx, wish: Wish): Promise<Line[]> {
  const lines: Line[] = [];
  for (const line of wish.lines) lines.push({ ...line, item: await getMenuItem(tx, line.itemId) });
  return lines;
}

/** Sums the lines in cents. Throws menu.price-changed if the counter displayed another total. */
function amountOf({ shownAmount }: Wish, lines: readonly Line[]): bigint {
  const amount = lines.reduce((sum, { item, portions }) => sum + item.price * BigInt(portions), 0n);
  if (shownAmount === null || shownAmount === amount) return amount;
  throw priceChanged(
    shownAmount,
    amount,
    lines.map(({ itemId, item }) => ({ id: itemId, price: item.price })),
  );
}

/** Returns the portions still allowed for each line. Throws canteen.over-quantity for the first line that exceeds them. */
async function requirePortions(
  tx: ReadTx,
  studentId: string,
  lines: readonly Line[],
  today: string,
  window: Window | undefined,
): Promise<number[]> {
  const all: number[] = [];
  for (const { itemId, item, portions } of lines) {
    const taken = await countMeals(tx, studentId, itemId, today, window);
    const left = portionsLeft({ perPerson: item.quantityPerPerson, taken });
    if (left < portions) throw overQuantity(item.name, item.quantityPerPerson, window?.name ?? null, left);
    all.push(left);
  }
  return all;
}

/** Finds the first press of a double press. */
async function findFirst(
  tx: ReadTx,
  call: Call,
  student: Student,
  method: MealMethod,
  { lines, asSale }: Wish,
): Promise<Omit<Served, 'student'> | undefined> {
  const who = { userId: call.actor.userId, method, studentId: student.id };
  const [only] = lines;
  if (asSale || !only) return findSaleDoublePress(tx, who, lines);
  const meal = await findDoublePress(tx, who, only.itemId);
  return meal && { id: meal.id, lines: [meal], amount: meal.amount, balance: meal.balance };
}

/** Returns the window open at that time; undefined if the canteen serves all day. Throws canteen.closed. */
function requireOpen(windows: readonly Window[], time: string): Window | undefined {
  const open = windowAt(windows, time);
  const next = windowAfter(windows, time);
  if (!open && next) throw closed(next);
  return open;
}

/** Charges the lines. Free lines make no entry, since the ledger has no entries of zero. */
async function pay(
  tx: Tx,
  call: Call,
  studentId: string,
  method: MealMethod,
  lines: readonly Line[],
  { amount, subsidy }: { readonly amount: bigint; readonly subsidy: bigint },
): Promise<{ readonly id: string; readonly balance: bigint }> {
  if (amount === 0n) return { id: newId(), balance: await balanceOf(tx, studentId) };
  const { actor, place, idempotencyKey } = call;
  const [only, ...more] = lines;
  return charge(
    tx,
    // A random key is safe, because double presses were detected above under the lock of the portions.
    { actor, place, idempotencyKey: idempotencyKey ?? newId() },
    {
      kind: 'canteen',
      studentId,
      amount,
      subsidy,
      counter: 'canteen-income',
      method,
      reference: inWords(lines.map(({ item, portions }) => ({ name: item.name, portions }))),
      ...(only && more.length === 0 ? { item: only.itemId } : {}),
    },
  );
}
