import { z } from 'zod';
import { quantityPerPerson } from './canteen.ts';
import { override } from './diets.ts';
import { onDuty, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, sysid } from './ids.ts';
import { shownAmount } from './money.ts';
import { checkPin } from './students.ts';

/** Maximum number of items in one sale. */
export const MAX_SALE_LINES = 20;

/** Lines of a sale: items and their portions. Portions of an item that is named twice are added up. */
const lines = z
  .array(z.object({ menuItemSYSID: sysid, quantity: quantityPerPerson.default(1) }))
  .min(1, fieldMessage('required'))
  .max(MAX_SALE_LINES, fieldMessage('most', { most: MAX_SALE_LINES }));

const saleLine = z.object({
  menuItemSYSID: sysid,
  menuItem: z.string(),
  /** Portions handed out now. */
  quantity: z.number().int(),
  /** Portions that the student may still have today, or in the current meal window. */
  remaining: z.number().int(),
  /** KES for these portions, without a fee. */
  amount: z.number(),
});

const sale = z.object({
  /** Id of the sale; for a paid sale also the id of its one receipt in the wallet. */
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  lines: z.array(saleLine),
  /** KES of all lines, without a fee. */
  amount: z.number(),
  /** KES left in the wallet. */
  balance: z.number(),
});
export type Sale = z.output<typeof sale>;

/**
 * Sells several items and portions to the student whose finger is on the reader, as one sale: one proof, one journal entry, all or
 * nothing. Allergens, blocked items, meal windows and quantities are checked for each item as for a single portion; `override` gives the
 * reason for all items that contain an allergen, and `shownAmount` is the sum of all lines.
 */
export const sellMenuFingerprint = record('check/sellMenuFingerprint', {
  access: onDuty('canteen'),
  body: 'picture',
  input: anySpelling(z.object({ lines, admissionNumber, override, shownAmount, ...picture })),
  output: sale,
});

/** Sells several items and portions as one sale, like `sellMenuFingerprint`, to a student who proves with the PIN. */
export const sellMenuPin = record('check/sellMenuPin', {
  access: onDuty('canteen'),
  input: z.object({ lines, admissionNumber, override, shownAmount, pin: checkPin }),
  output: sale,
});

/**
 * Takes back a whole sale that the caller made within the last 60 seconds: its portions no longer count, and the payment returns to the
 * wallet.
 */
export const takeBackSale = record('check/takeBackSale', {
  access: onDuty('canteen'),
  input: z.object({ sysid }),
  output: z.object({
    /** Id of the sale. */
    sysid,
    admissionNumber: z.string(),
    studentName: z.string(),
    menuItems: z.array(z.string()),
    /** KES that were paid back. */
    amount: z.number(),
    /** KES in the wallet now. */
    balance: z.number(),
  }),
});
