import { z } from 'zod';
import { quantityPerPerson } from './canteen.ts';
import { override } from './diets.ts';
import { onDuty, record } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, sysid } from './ids.ts';
import { shownAmount } from './money.ts';
import { checkPin } from './students.ts';

/** The most items of one sale. */
export const MOST_SALE_LINES = 20;

/** Lines of a sale: items and their portions; an item that is named twice counts together. */
const lines = z
  .array(z.object({ menuItemSYSID: sysid, quantity: quantityPerPerson.default(1) }))
  .min(1, fieldMessage('required'))
  .max(MOST_SALE_LINES, fieldMessage('most', { most: MOST_SALE_LINES }));

const saleLine = z.object({
  menuItemSYSID: sysid,
  menuItem: z.string(),
  /** Portions handed out now. */
  quantity: z.number().int(),
  /** Portions that the student may still have today, or in this meal window. */
  remaining: z.number().int(),
  /** KES for these portions, without a fee. */
  amount: z.number(),
});

const sale = z.object({
  /** Sale's id; if it was paid for, also the id of its one receipt in the wallet. */
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
 * Several portions and items for the student whose finger is on the reader, as one sale: one proof, one journal entry, all or
 * nothing. Allergens, blocked items, meal windows and quantities are held as for one portion, each for its own item; `override` is
 * the reason for all that contain an allergen, and `shownAmount` of all lines together.
 */
export const sellMenuFingerprint = record('check/sellMenuFingerprint', {
  access: onDuty('canteen'),
  body: 'picture',
  input: anySpelling(z.object({ lines, admissionNumber, override, shownAmount, ...picture })),
  output: sale,
});

/** The same for a student who knows the PIN. */
export const sellMenuPin = record('check/sellMenuPin', {
  access: onDuty('canteen'),
  input: z.object({ lines, admissionNumber, override, shownAmount, pin: checkPin }),
  output: sale,
});

/** Takes a whole sale back that oneself made within the last 60 seconds: no portion of it counts any more, and what was paid is in the wallet again. */
export const takeBackSale = record('check/takeBackSale', {
  access: onDuty('canteen'),
  input: z.object({ sysid }),
  output: z.object({
    /** Id of the sale. */
    sysid,
    admissionNumber: z.string(),
    studentName: z.string(),
    menuItems: z.array(z.string()),
    /** KES that went back. */
    amount: z.number(),
    /** KES in the wallet now. */
    balance: z.number(),
  }),
});
