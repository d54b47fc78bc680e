import { z } from 'zod';
import { allergens, override } from './diets.ts';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesOrZero, shownAmount } from './money.ts';
import { stamp, stampOrNone } from './stamp.ts';
import { checkPin } from './students.ts';

export const MAX_PER_PERSON = 100;
const PER_PERSON = fieldMessage('whole-number', { most: MAX_PER_PERSON });

const itemName = words(80);
const description = z.union([z.literal(''), z.null(), words(300)]);
/** Maximum number of portions of the item that one student may have on one school day, or in one meal window if any are set. */
export const quantityPerPerson = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}$/, PER_PERSON)
        .transform(Number),
    ],
    PER_PERSON,
  )
  .pipe(z.number().int(PER_PERSON).min(1, PER_PERSON).max(MAX_PER_PERSON, PER_PERSON));

const menuItem = z.object({
  sysid,
  schoolSYSID: sysid,
  name: z.string(),
  description: z.string(),
  quantityPerPerson: z.number().int(),
  /** KES for one portion. */
  price: z.number(),
  /** Allergens that a portion contains. */
  allergens: z.array(z.string()),
  dateCreated: moment,
  updated: stamp,
});
export type MenuItem = z.output<typeof menuItem>;

/**
 * Creates a menu item. The `sysid` and `schoolSYSID` of the specification's form are accepted, but the server determines both: a `schoolSYSID`
 * of another school than the call's is session.school, and anything that is no id is ignored.
 */
export const createMenu = record('school/createMenu', {
  access: SCHOOL_STAFF,
  input: z.object({
    schoolSYSID: z.string().max(100).nullish(),
    name: itemName,
    description: description.optional().transform((text) => text ?? ''),
    quantityPerPerson,
    price: kesOrZero.default(0n),
    allergens: allergens.default([]),
  }),
  output: menuItem,
});

/** Lists the menu; with `sysid`, that item alone. */
export const getMenu = list('school/getMenu', {
  access: onDuty('canteen'),
  input: listQuery(['name', 'description', 'quantityPerPerson', 'price', 'dateCreated']).extend({
    sysid: sysid.optional(),
  }),
  output: menuItem,
});

/** Changes the given fields of a menu item; fields that are left out stay unchanged. */
export const updateMenu = record('school/updateMenu', {
  access: SCHOOL_STAFF,
  input: z.object({
    sysid,
    name: itemName.optional(),
    description: description.optional(),
    quantityPerPerson: quantityPerPerson.optional(),
    price: kesOrZero.optional(),
    allergens: allergens.optional(),
    updated: stampOrNone,
  }),
  output: menuItem,
});

/** Removes an item from the menu; its past portions stay in the books. */
export const deleteMenu = record('school/deleteMenu', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: menuItem,
});

/** Restores a deleted item to the menu. 404 `menu.not-found`; 409 `menu.duplicate` if another item has taken its name. */
export const restoreMenu = record('school/restoreMenu', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: menuItem,
});

/** Returns one item that is on the menu. 404 `menu.not-found`. */
export const getMenuItem = read('school/getMenuItem', {
  access: onDuty('canteen'),
  input: z.object({ sysid }),
  output: menuItem,
});
/** Same call as `updateMenu`, under the name that says what is changed. */
export const updateMenuItem = { ...updateMenu, path: 'school/updateMenuItem' };
export const deleteMenuItem = { ...deleteMenu, path: 'school/deleteMenuItem' };
export const restoreMenuItem = { ...restoreMenu, path: 'school/restoreMenuItem' };

const meal = z.object({
  /** Id of the meal; for a paid meal also the id of its receipt in the wallet. */
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  menuItem: z.string(),
  /** Portions handed out now. */
  quantity: z.number().int(),
  /** Portions that the student may still have today, or in the current meal window. */
  remaining: z.number().int(),
  /** KES, without a fee. */
  amount: z.number(),
  /** KES left in the wallet. */
  balance: z.number(),
});
export type Meal = z.output<typeof meal>;

/**
 * Hands out one portion to the student whose finger is on the reader. A portion with an allergen of the student is 422 `menu.allergen`,
 * unless `override` gives a reason; an item that the family has blocked is always 422 `menu.blocked`. `shownAmount` is the price in KES
 * that the counter displayed: if the price has changed, nothing is handed out, and the answer is 409 `menu.price-changed` with `shown`,
 * `amount` and the `prices` by item.
 */
export const consumeMenuFingerprint = record('check/consumeMenuFingerprint', {
  access: onDuty('canteen'),
  body: 'picture',
  input: anySpelling(z.object({ menuItemSYSID: sysid, admissionNumber, override, shownAmount, ...picture })),
  output: meal,
});

/** Hands out one portion to a student who proves with the PIN; allergens, blocked items and prices as for `consumeMenuFingerprint`. */
export const consumeMenuPin = record('check/consumeMenuPin', {
  access: onDuty('canteen'),
  input: z.object({ menuItemSYSID: sysid, admissionNumber, override, shownAmount, pin: checkPin }),
  output: meal,
});

/**
 * Takes back a portion that the caller handed out within the last 60 seconds: the portion no longer counts, and the payment returns to
 * the wallet.
 */
export const takeBackMeal = record('check/takeBackMeal', {
  access: onDuty('canteen'),
  input: z.object({ sysid }),
  output: z.object({
    /** Id of the meal. */
    sysid,
    admissionNumber: z.string(),
    studentName: z.string(),
    menuItem: z.string(),
    /** KES that were paid back. */
    amount: z.number(),
    /** KES in the wallet now. */
    balance: z.number(),
  }),
});

export const MAX_WINDOWS = 12;

/** Time of day, `HH:MM`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('time-of-day'));
const windowName = words(40);

const mealWindow = z.object({
  sysid,
  name: z.string(),
  /** HH:MM in the school's time zone; `to` is exclusive. */
  from: z.string(),
  to: z.string(),
});
export type MealWindow = z.output<typeof mealWindow>;

/** Lists the meal windows in which the canteen serves, earliest first. Without any, the canteen serves all day. */
export const getMealWindows = list('school/getMealWindows', {
  access: onDuty('canteen'),
  methods: ['GET'],
  input: listQuery(['from', 'name']),
  output: mealWindow,
});

const mealPlan = z.object({ windows: z.array(mealWindow), updated: stamp });
export type MealPlan = z.output<typeof mealPlan>;

/** Returns all meal windows together, for editing. */
export const getMealPlan = read('school/getMealPlan', {
  access: onDuty('canteen'),
  input: z.object({}),
  output: mealPlan,
});

/** Replaces all meal windows at once. A window ends after it begins, and windows do not overlap. */
export const updateMealWindows = record('school/updateMealWindows', {
  access: SCHOOL_STAFF,
  input: z.object({
    windows: z
      .array(z.object({ name: windowName, from: timeOfDay, to: timeOfDay }))
      .max(MAX_WINDOWS, fieldMessage('most', { most: MAX_WINDOWS }))
      .superRefine((windows, context) => {
        for (const [place, window] of windows.entries()) {
          const wrong =
            window.to <= window.from
              ? fieldMessage('later-than-from')
              : windows.some((other, at) => at !== place && other.from <= window.from && window.from < other.to)
                ? fieldMessage('overlap')
                : null;
          if (wrong)
            context.addIssue({
              code: 'custom',
              message: wrong,
              path: [place, window.to <= window.from ? 'to' : 'from'],
            });
        }
      }),
    updated: stampOrNone,
  }),
  output: mealPlan,
});

const mealRow = z.object({
  sysid,
  date: moment,
  admissionNumber: z.string(),
  studentName: z.string(),
  class: z.string(),
  menuItem: z.string(),
  quantity: z.number().int(),
  /** KES. */
  amount: z.number(),
  method: z.enum(['fingerprint', 'pin']),
  /** Meal window, by its name at the time; null if none was set. */
  window: z.string().nullable(),
  servedBy: z.string(),
  /** Reason for handing out the portion in spite of an allergen; null for all other portions. */
  override: z.string().nullable(),
  /** True if the money was paid back. */
  reversed: z.boolean(),
});
export type MealRow = z.output<typeof mealRow>;

/**
 * Lists the portions by student, newest first; `from` is inclusive, `to` exclusive. Amounts of portions that were taken back are in no
 * sum.
 */
export const menuTracking = list('reports/menuTracking', {
  sums: true,
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'admissionNumber', 'studentName', 'class', 'menuItem', 'amount', 'servedBy']).extend({
    from: instant.optional(),
    to: instant.optional(),
    menuItemSYSID: sysid.optional(),
    method: z.enum(['fingerprint', 'pin']).optional(),
    /** Limits the list to one student. */
    admissionNumber: admissionNumber.optional(),
  }),
  output: mealRow,
});
