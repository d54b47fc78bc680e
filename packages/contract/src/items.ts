import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';
import { checkPin } from './students.ts';

export const MAX_PIECES = 1_000;
const PIECES = fieldMessage('whole-number', { most: MAX_PIECES });

const pieces = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,4}$/, PIECES)
        .transform(Number),
    ],
    PIECES,
  )
  .pipe(z.number().int(PIECES).min(1, PIECES).max(MAX_PIECES, PIECES));

const itemName = words(80);

/**
 * States of a student's item:
 * - `waiting`: no piece has been handed out yet;
 * - `partly`: some pieces are handed out, some still wait;
 * - `handedOut`: no piece waits any more;
 * - `returned`: all pieces were given back.
 */
export const ITEM_STATES = ['waiting', 'partly', 'handedOut', 'returned'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Proof that the pieces went to the right child; `attested`: vouched for by the person who handed them out. */
export const HAND_OUT_METHODS = ['fingerprint', 'pin', 'attested'] as const;
export type HandOutMethod = (typeof HAND_OUT_METHODS)[number];

/**
 * Ways to return pieces:
 * - `refund`: pieces come back from the student, and their money returns to the wallet;
 * - `exchange`: pieces come back and wait to be handed out again (another size); no money moves;
 * - `cancel`: pieces that were not handed out yet are cancelled, and their money returns to the wallet.
 */
export const RETURN_WAYS = ['refund', 'exchange', 'cancel'] as const;
export type ReturnWay = (typeof RETURN_WAYS)[number];

const studentItem = z.object({
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  class: z.string(),
  itemName: z.string(),
  /** Number of pieces; the sum of `waiting`, `handedOut` and `returned`. */
  quantity: z.number().int(),
  /** KES for one piece. */
  price: z.number(),
  /** KES for the pieces that were not given back. */
  paid: z.number(),
  waiting: z.number().int(),
  handedOut: z.number().int(),
  returned: z.number().int(),
  state: z.enum(ITEM_STATES),
  soldBy: z.string(),
  dateCreated: moment,
  updated: stamp,
});
export type StudentItem = z.output<typeof studentItem>;

/** The item after the call, and the balance of the student's wallet (KES). */
const withBalance = studentItem.extend({ balance: z.number() });
export type ItemAndBalance = z.output<typeof withBalance>;

const sale = z.object({ admissionNumber, itemName, quantity: pieces, price: kesOrZero.default(0n) });

/**
 * Sells pieces to a student, or issues them at a price of 0. All pieces are paid at once and wait to be handed out. If the school
 * requires a proof (`requireProofForItems`) and the pieces cost something, the answer is 422 `item.no-proof`: use one of the next two
 * calls instead.
 */
export const createItem = record('student/createItem', {
  access: SCHOOL_STAFF,
  input: sale,
  output: withBalance,
});

/** Sells pieces to the student whose finger is on the reader. */
export const createItemFingerprint = record('student/createItemFingerprint', {
  access: SCHOOL_STAFF,
  body: 'picture',
  input: anySpelling(sale.extend(picture)),
  output: withBalance,
});

/** Sells pieces to the student who knows the PIN. */
export const createItemPin = record('student/createItemPin', {
  access: SCHOOL_STAFF,
  input: sale.extend({ pin: checkPin }),
  output: withBalance,
});

/** Returns one item of a student that is not deleted, with its pieces. 404 `item.not-found`. */
export const getItem = read('student/getItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentItem,
});

/** Changes the name only; a wrong payment is corrected by a return. */
export const updateItem = record('student/updateItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, itemName: itemName.optional(), updated: stampOrNone }),
  output: studentItem,
});

/** Deletes an item. Refused (`item.in-use`) while the student has pieces of it, or has paid for pieces that were not given back. */
export const deleteItem = record('student/deleteItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentItem,
});

/** Restores a deleted item. 404 `item.not-found`, also if the item is not deleted. */
export const restoreItem = record('student/restoreItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentItem,
});

const handOut = z.object({ sysid, quantity: pieces });

/** Hands out pieces, vouched for by the signed-in person. */
export const handOutItem = record('student/handOutItem', {
  access: SCHOOL_STAFF,
  input: handOut,
  output: studentItem,
});

/** Hands out pieces to the student whose finger is on the reader. */
export const handOutItemFingerprint = record('student/handOutItemFingerprint', {
  access: SCHOOL_STAFF,
  body: 'picture',
  input: anySpelling(handOut.extend(picture)),
  output: studentItem,
});

/** Hands out pieces to the student who knows the PIN. */
export const handOutItemPin = record('student/handOutItemPin', {
  access: SCHOOL_STAFF,
  input: handOut.extend({ pin: checkPin }),
  output: studentItem,
});

/** Takes pieces back; `way` decides what happens to the pieces and their money. */
export const returnItem = record('student/returnItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, quantity: pieces, reason: words(200), way: z.enum(RETURN_WAYS).default('refund') }),
  output: withBalance,
});

const itemEvent = z.object({
  sysid,
  date: moment,
  kind: z.enum(['handOut', ...RETURN_WAYS]),
  quantity: z.number().int(),
  /** Proof of a hand-out; null on returns. */
  method: z.enum(HAND_OUT_METHODS).nullable(),
  /** KES that went back to the wallet. */
  amount: z.number(),
  reason: z.string().nullable(),
  by: z.string(),
});
export type ItemEvent = z.output<typeof itemEvent>;

/** Lists the events of one item's pieces, newest first. */
export const getItemEvents = list('student/getItemEvents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ sysid }),
  output: itemEvent,
});

const nameUsed = z.object({
  itemName: z.string(),
  /** KES per piece at the last sale. */
  price: z.number(),
});
export type ItemNameUsed = z.output<typeof nameUsed>;

/** Lists the item names used so far, without duplicates, most used first. */
export const getItemNames = list('student/getItemNames', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['itemName']),
  output: nameUsed,
});

/** Lists all items sold or issued, newest first; `from` is inclusive, `to` exclusive. */
export const studentItems = list('reports/studentItems', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery([
    'dateCreated',
    'admissionNumber',
    'studentName',
    'class',
    'itemName',
    'quantity',
    'waiting',
    'paid',
  ]).extend({
    admissionNumber: admissionNumber.optional(),
    classSYSID: sysid.optional(),
    itemName: itemName.optional(),
    state: z.enum(ITEM_STATES).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: studentItem,
});
