import type { consumeMenuFingerprint, consumeMenuPin, Meal } from '@mfuko/contract/canteen';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import type { Engine } from '../fingerprints/index.ts';
import { type Presented, type Proven, type Recorded, recordProven } from '../identity/index.ts';
import { charge } from '../ledger/index.ts';
import type { Student } from '../students/index.ts';
import { balanceOf, requireNoHoldOnMeal } from '../wallet/index.ts';
import { closed, overQuantity } from './errors.ts';
import { getMenuItem } from './menu.ts';
import { requireSafe, traceOverride } from './require-safe.ts';
import { portionsLeft, type Window, windowAfter, windowAt } from './rules.ts';
import { countMeals, findDoublePress, insertMeal, lockMeals, type MealMethod, type StoredMeal } from './store.ts';
import { readWindows } from './windows.ts';

/** A meal is paid from the wallet: the finger has to be as sure as for cash. */
const PURPOSE = 'money';

/** Hands a portion to the student whose finger is on the reader. The picture is spent only where it is handed out. */
export function consumeByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof consumeMenuFingerprint>,
): Promise<Meal> {
  const presented = { method: 'fingerprint', picture: input, use: 'canteen', purpose: PURPOSE } as const;
  return handOut(call, engine, input, presented);
}

/** Hands a portion to a student who knows the PIN. */
export function consumeByPin(call: Call, engine: Engine, input: InputOf<typeof consumeMenuPin>): Promise<Meal> {
  return handOut(call, engine, input, { method: 'pin', pin: input.pin });
}

interface Wish {
  readonly menuItemSYSID: string;
  readonly admissionNumber: string;
  /** The reason for handing out what contains an allergen of the student. */
  readonly override: string | null;
}

function handOut(
  call: Call,
  engine: Engine,
  { menuItemSYSID, override, ...input }: Wish,
  presented: Presented,
): Promise<Meal> {
  // A slip in the item costs the student no try.
  const admissionNumber = async (tx: ReadTx) => {
    await getMenuItem(tx, menuItemSYSID);
    return input.admissionNumber;
  };
  return recordProven(call, engine, { admissionNumber, presented }, (tx, proven) =>
    consume(tx, call, engine.context, { itemId: menuItemSYSID, override }, proven),
  );
}

/**
 * One portion. Locks what the student has had of the item first, so that of two counters at once one is refused, and of
 * a double press the second one finds the first. Throws menu.not-found, menu.blocked, menu.allergen, canteen.closed,
 * canteen.over-quantity, wallet.hold and what `charge` throws.
 */
async function consume(
  tx: Tx,
  call: Call,
  context: AppContext,
  { itemId, override }: { readonly itemId: string; readonly override: string | null },
  { student, method, scannerSerial, finger }: Proven,
): Promise<Recorded<Meal>> {
  const item = await getMenuItem(tx, itemId);
  const { today, time } = await lockMeals(tx, student.id, itemId);
  if (call.idempotencyKey === null) {
    const first = await findDoublePress(tx, call.actor.userId, method, student.id, itemId);
    if (first) return { answer: asMeal(student, first), repeated: true };
  }
  const allergens = await requireSafe(tx, student.id, item, override);
  const window = requireOpen(await readWindows(tx), time);
  const taken = await countMeals(tx, student.id, itemId, today, window);
  const left = portionsLeft({ perPerson: item.quantityPerPerson, taken });
  if (left === 0) throw overQuantity(item.name, item.quantityPerPerson, window?.name ?? null);
  const paid = await pay(tx, call, student.id, method, item);
  if (item.price > 0n)
    await requireNoHoldOnMeal(tx, call, context, {
      ...{ entryId: paid.id, studentId: student.id, finger, amount: item.price },
    });
  const meal = { id: paid.id, itemName: item.name, remaining: left - 1, amount: item.price, balance: paid.balance };
  await insertMeal(tx, call, {
    ...meal,
    itemId,
    studentId: student.id,
    day: today,
    window: window?.name ?? null,
    entryId: item.price > 0n ? paid.id : null,
    method,
    scannerSerial,
    override: allergens.length > 0 ? override : null,
  });
  if (allergens.length > 0) await traceOverride(tx, call, { student, meal, allergens, override });
  return { answer: asMeal(student, meal), repeated: false };
}

/** The window that is open at that time; undefined where the canteen serves all day. Throws canteen.closed. */
function requireOpen(windows: readonly Window[], time: string): Window | undefined {
  const open = windowAt(windows, time);
  const next = windowAfter(windows, time);
  if (!open && next) throw closed(next);
  return open;
}

interface Paid {
  readonly id: string;
  readonly balance: bigint;
}

/** Pay: what is free moves no money, and the ledger knows no journal entry of nothing. */
async function pay(
  tx: Tx,
  call: Call,
  studentId: string,
  method: MealMethod,
  item: { id: string; name: string; price: bigint },
): Promise<Paid> {
  if (item.price === 0n) return { id: newId(), balance: await balanceOf(tx, studentId) };
  const { actor, place } = call;
  return charge(
    tx,
    // Double presses have been settled above, under a lock that holds every portion.
    { actor, place, idempotencyKey: call.idempotencyKey ?? newId() },
    {
      kind: 'canteen',
      studentId,
      amount: item.price,
      counter: 'canteen-income',
      method,
      reference: item.name,
      item: item.id,
    },
  );
}

function asMeal(student: Student, meal: StoredMeal): Meal {
  return {
    sysid: meal.id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    menuItem: meal.itemName,
    quantity: 1,
    remaining: meal.remaining,
    amount: toKes(meal.amount),
    balance: toKes(meal.balance),
  };
}
