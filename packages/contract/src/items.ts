import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesOrZero } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';
import { checkPin } from './students.ts';

export const MOST_PIECES = 1_000;
const PIECES = fieldMessage('whole-number', { most: MOST_PIECES });

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
  .pipe(z.number().int(PIECES).min(1, PIECES).max(MOST_PIECES, PIECES));

const itemName = words(80);

/**
 * - `waiting`: nothing has been handed out yet;
 * - `partly`: some pieces are out, some still wait;
 * - `handedOut`: nothing waits any more;
 * - `returned`: all pieces were given back.
 */
export const ITEM_STATES = ['waiting', 'partly', 'handedOut', 'returned'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Proof that the pieces went to the right child: `attested` by the person who handed them out. */
export const HAND_OUT_METHODS = ['fingerprint', 'pin', 'attested'] as const;
export type HandOutMethod = (typeof HAND_OUT_METHODS)[number];

/**
 * - `refund`: pieces come back from the student, and their money goes back to the wallet;
 * - `exchange`: pieces come back and wait to be handed out again (another size); no money moves;
 * - `cancel`: pieces that were not handed out yet are given up, and their money goes back.
 */
export const RETURN_WAYS = ['refund', 'exchange', 'cancel'] as const;
export type ReturnWay = (typeof RETURN_WAYS)[number];

const studentItem = z.object({
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  class: z.string(),
  itemName: z.string(),
  /** Pieces; `waiting`, `handedOut` and `returned` add up to it. */
  quantity: z.number().int(),
  /** KES for one piece. */
  price: z.number(),
  /** KES that the pieces cost which were not given back. */
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

/** The item as it is after the call, and what is left in the student's wallet (KES). */
const withBalance = studentItem.extend({ balance: z.number() });
export type ItemAndBalance = z.output<typeof withBalance>;

const sale = z.object({ admissionNumber, itemName, quantity: pieces, price: kesOrZero.default(0n) });

/**
 * Sells pieces to a student, or with a price of 0 issues them. All of them are paid at once and wait to be handed out. Where the school
 * asks for a proof (`requireProofForItems`) and they cost something, it is 422 `item.no-proof`: one of the next two calls sells them.
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

/** One item of a student that is not deleted, with its pieces. 404 `item.not-found`. */
export const getItem = read('student/getItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentItem,
});

/** The name only: what was paid is put right by a return. */
export const updateItem = record('student/updateItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, itemName: itemName.optional(), updated: stampOrNone }),
  output: studentItem,
});

/** Refused (`item.in-use`) as long as the student has pieces of it, or has paid for pieces that were not given back. */
export const deleteItem = record('student/deleteItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentItem,
});

/** Puts a deleted item back. 404 `item.not-found`, of one that is not deleted too. */
export const restoreItem = record('student/restoreItem', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: studentItem,
});

const handOut = z.object({ sysid, quantity: pieces });

/** Hands out pieces on the word of whoever is signed in. */
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

/** Takes pieces back; `way` says what becomes of them and of their money. */
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

/** Get item events: what happened to the pieces of one item, the newest first. */
export const getItemEvents = list('student/getItemEvents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ sysid }),
  output: itemEvent,
});

const nameUsed = z.object({
  itemName: z.string(),
  /** KES for a piece, when it was sold last. */
  price: z.number(),
});
export type ItemNameUsed = z.output<typeof nameUsed>;

/** Names of items that were used before, each once, the ones used most first. */
export const getItemNames = list('student/getItemNames', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['itemName']),
  output: nameUsed,
});

/** Everything that was sold or issued, the newest first; `from` is in, `to` is not. */
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
