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

/** Wish: what is to be handed out to one student at once. */
export interface Wish {
  readonly admissionNumber: string;
  /** Each item once. */
  readonly lines: readonly WishedLine[];
  /** The reason for handing out what contains an allergen of the student. */
  readonly override: string | null;
  /** Cents of all by the menu as the counter has shown it; null where it tells nothing. */
  readonly shownAmount: bigint | null;
  /** True for a sale of several lines, false for one portion by itself. */
  readonly asSale: boolean;
}

export interface WishedLine {
  readonly itemId: string;
  readonly portions: number;
}

/** Served: what was handed out. */
export interface Served {
  /** Of the portion or of the sale; of its journal entry and receipt too, if it was paid for. */
  readonly id: string;
  readonly student: Student;
  readonly lines: readonly StoredMeal[];
  /** Cents. */
  readonly amount: bigint;
  readonly balance: bigint;
}

type Line = WishedLine & { readonly item: Awaited<ReturnType<typeof getMenuItem>> };

/** Proves the student and hands out all that is wished, or nothing. A slip in the items, and a price that has changed, cost the student no try. */
export function serveProven<Answer>(
  call: Call,
  engine: Engine,
  wish: Wish,
  presented: Presented,
  asAnswer: (served: Served) => Answer,
): Promise<Answer> {
  const admissionNumber = async (tx: ReadTx) => {
    const lines = await linesOf(tx, wish);
    // Without a key it may be a double press, which gets the answer of the first.
    if (call.idempotencyKey !== null) amountOf(wish, lines);
    return wish.admissionNumber;
  };
  return recordProven(call, engine, { admissionNumber, presented }, async (tx, proven) => {
    const { answer, repeated } = await serve(tx, call, engine.context, wish, proven);
    return { answer: asAnswer(answer), repeated };
  });
}

/**
 * Locks what the student has had of the items first, so that of two counters at once one is refused, and of a double press the
 * second one finds the first. Throws menu.not-found, menu.blocked, menu.allergen, canteen.closed, canteen.over-quantity,
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
  // The school's part is nobody's to take by a PIN that was changed.
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

/** The lines with their items as the menu has them now. Throws menu.not-found. */
async function linesOf(tx: ReadTx, wish: Wish): Promise<Line[]> {
  const lines: Line[] = [];
  for (const line of wish.lines) lines.push({ ...line, item: await getMenuItem(tx, line.itemId) });
  return lines;
}

/** Cents of all lines. Throws menu.price-changed where the counter has shown another amount. */
function amountOf({ shownAmount }: Wish, lines: readonly Line[]): bigint {
  const amount = lines.reduce((sum, { item, portions }) => sum + item.price * BigInt(portions), 0n);
  if (shownAmount === null || shownAmount === amount) return amount;
  throw priceChanged(
    shownAmount,
    amount,
    lines.map(({ itemId, item }) => ({ id: itemId, price: item.price })),
  );
}

/** Portions that may still be had of each line. Throws canteen.over-quantity for the first of which there are too few. */
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

/** The same press a moment ago. */
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

/** The window that is open at that time; undefined where the canteen serves all day. Throws canteen.closed. */
function requireOpen(windows: readonly Window[], time: string): Window | undefined {
  const open = windowAt(windows, time);
  const next = windowAfter(windows, time);
  if (!open && next) throw closed(next);
  return open;
}

/** Pay: what is free moves no money, and the ledger knows no journal entry of nothing. */
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
    // Double presses have been settled above, under a lock that holds every portion.
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
