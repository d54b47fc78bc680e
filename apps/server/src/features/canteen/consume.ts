import type { consumeMenuFingerprint, consumeMenuPin, Meal } from '@mfuko/contract/canteen';
import type { Sale, sellMenuFingerprint, sellMenuPin } from '@mfuko/contract/canteen-sales';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { Call } from '../../platform/http/call.ts';
import type { Engine } from '../fingerprints/index.ts';
import type { Presented } from '../identity/index.ts';
import { mergeLines } from './rules.ts';
import { type Served, serveProven, type Wish } from './serve.ts';

/** A meal is paid from the wallet, so that the finger must match as surely as for cash. */
const PURPOSE = 'money';

/** Hands out a portion to a student who is proven by finger. The picture is marked as used only if the portion is handed out. */
export function consumeByFinger(
  call: Call,
  engine: Engine,
  input: InputOf<typeof consumeMenuFingerprint>,
): Promise<Meal> {
  return serveProven(call, engine, onePortion(input), byFinger(input), asMeal);
}

/** Hands out a portion to a student who is proven by PIN. */
export function consumeByPin(call: Call, engine: Engine, input: InputOf<typeof consumeMenuPin>): Promise<Meal> {
  return serveProven(call, engine, onePortion(input), { method: 'pin', pin: input.pin }, asMeal);
}

/** Sells several lines to a student who is proven by finger. */
export function sellByFinger(call: Call, engine: Engine, input: InputOf<typeof sellMenuFingerprint>): Promise<Sale> {
  return serveProven(call, engine, severalLines(input), byFinger(input), asSale);
}

/** Sells several lines to a student who is proven by PIN. */
export function sellByPin(call: Call, engine: Engine, input: InputOf<typeof sellMenuPin>): Promise<Sale> {
  return serveProven(call, engine, severalLines(input), { method: 'pin', pin: input.pin }, asSale);
}

function byFinger(picture: InputOf<typeof consumeMenuFingerprint> | InputOf<typeof sellMenuFingerprint>): Presented {
  return { method: 'fingerprint', picture, use: 'canteen', purpose: PURPOSE };
}

function onePortion({
  admissionNumber,
  menuItemSYSID: itemId,
  override,
  shownAmount,
}: Pick<InputOf<typeof consumeMenuPin>, 'admissionNumber' | 'menuItemSYSID' | 'override' | 'shownAmount'>): Wish {
  return { admissionNumber, lines: [{ itemId, portions: 1 }], override, shownAmount, asSale: false };
}

function severalLines({
  admissionNumber,
  lines,
  override,
  shownAmount,
}: Pick<InputOf<typeof sellMenuPin>, 'admissionNumber' | 'lines' | 'override' | 'shownAmount'>): Wish {
  const wished = lines.map(({ menuItemSYSID: itemId, quantity: portions }) => ({ itemId, portions }));
  return { admissionNumber, lines: mergeLines(wished), override, shownAmount, asSale: true };
}

function asMeal({ id, student, lines, balance }: Served): Meal {
  const [meal] = lines;
  if (!meal) throw new TypeError('A meal was recorded for an item that the call does not name.');
  return {
    sysid: id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    menuItem: meal.itemName,
    quantity: 1,
    remaining: meal.remaining,
    amount: toKes(meal.amount),
    balance: toKes(balance),
  };
}

function asSale({ id, student, lines, amount, balance }: Served): Sale {
  return {
    sysid: id,
    admissionNumber: student.admissionNumber,
    studentName: student.names,
    lines: lines.map((line) => ({
      menuItemSYSID: line.itemId,
      menuItem: line.itemName,
      quantity: line.portions,
      remaining: line.remaining,
      amount: toKes(line.amount),
    })),
    amount: toKes(amount),
    balance: toKes(balance),
  };
}
