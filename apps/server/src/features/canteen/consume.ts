import type { consumeMenuFingerprint, consumeMenuPin, Meal } from '@mfuko/contract/canteen';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { checkDevice } from '../devices/index.ts';
import { type Engine, proveFinger, spendPicture } from '../fingerprints/index.ts';
import { provePin, type Student } from '../students/index.ts';
import { balanceOf, charge } from '../wallet/index.ts';
import { closed, overQuantity } from './errors.ts';
import { getMenuItem } from './menu.ts';
import { portionsLeft, type Window, windowAfter, windowAt } from './rules.ts';
import { countMeals, findDoublePress, insertMeal, lockMeals, type MealMethod, type StoredMeal } from './store.ts';
import { readWindows } from './windows.ts';

/** Hands a portion to the student whose finger is on the reader. The picture is spent only where it is handed out. */
export async function consumeByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof consumeMenuFingerprint>,
): Promise<Meal> {
  await call.read((tx) => checkDevice(tx, input.SerialNumber, 'canteen'));
  await requireOnMenu(call, input.menuItemSYSID);
  const proof = await proveFinger(call, engine, input.admissionNumber, input, 'gate');
  return call.record((tx) =>
    consume(tx, call, {
      itemId: input.menuItemSYSID,
      student: proof.student,
      method: 'fingerprint',
      scannerSerial: input.SerialNumber ?? null,
      spend: () => spendPicture(tx, proof),
    }),
  );
}

/** Hands a portion to a student who knows the PIN. */
export async function consumeByPin(call: Call, house: House, input: InputOf<typeof consumeMenuPin>): Promise<Meal> {
  await requireOnMenu(call, input.menuItemSYSID);
  const student = await provePin(call, house, input.admissionNumber, input.pin);
  return call.record((tx) =>
    consume(tx, call, { itemId: input.menuItemSYSID, student, method: 'pin', scannerSerial: null }),
  );
}

/** A slip in the item costs the student no try. */
async function requireOnMenu(call: Call, itemId: string): Promise<void> {
  await call.read((tx) => getMenuItem(tx, itemId));
}

interface Proven {
  readonly itemId: string;
  readonly student: Student;
  readonly method: MealMethod;
  readonly scannerSerial: string | null;
  readonly spend?: () => Promise<void>;
}

/**
 * One portion. Locks what the student has had of the item first, so that of two counters at once one is refused, and of
 * a double press the second one finds the first. Throws menu.not-found, canteen.closed, canteen.over-quantity, what
 * `charge` throws and, last, fingerprint.replayed.
 */
async function consume(tx: Tx, call: Call, { itemId, student, method, scannerSerial, spend }: Proven): Promise<Meal> {
  const item = await getMenuItem(tx, itemId);
  const { today, time } = await lockMeals(tx, student.id, itemId);
  if (call.idempotencyKey === null) {
    const first = await findDoublePress(tx, call.actor.userId, method, student.id, itemId);
    if (first) return asMeal(student, first);
  }
  const window = requireOpen(await readWindows(tx), time);
  const taken = await countMeals(tx, student.id, itemId, today, window);
  const left = portionsLeft({ perPerson: item.quantityPerPerson, taken });
  if (left === 0) throw overQuantity(item.name, item.quantityPerPerson, window?.name ?? null);
  const paid = await pay(tx, call, student.id, method, item);
  await spend?.();
  const meal = { id: paid.id, itemName: item.name, remaining: left - 1, amount: item.price, balance: paid.balance };
  await insertMeal(tx, call, {
    ...meal,
    itemId,
    studentId: student.id,
    day: today,
    window: window?.name ?? null,
    movementId: item.price > 0n ? paid.id : null,
    method,
    scannerSerial,
  });
  return asMeal(student, meal);
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

/** What is free moves no money, and the ledger knows no movement of nothing. */
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
    // Whether it is a double press has been settled above, under a lock that holds every portion.
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
