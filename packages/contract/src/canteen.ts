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

export const MOST_PER_PERSON = 100;
const PER_PERSON = fieldMessage('whole-number', { most: MOST_PER_PERSON });

const itemName = words(80);
const description = z.union([z.literal(''), z.null(), words(300)]);
/** Most portions that one student may have of the item on one day of the school, or in one meal window where any are set. */
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
  .pipe(z.number().int(PER_PERSON).min(1, PER_PERSON).max(MOST_PER_PERSON, PER_PERSON));

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

/** The `sysid` and `schoolSYSID` of the specification's form are taken and ignored: the server makes and knows them. */
export const createMenu = record('school/createMenu', {
  access: SCHOOL_STAFF,
  input: z.object({
    name: itemName,
    description: description.optional().transform((text) => text ?? ''),
    quantityPerPerson,
    price: kesOrZero.default(0n),
    allergens: allergens.default([]),
  }),
  output: menuItem,
});

/** Get menu: what is on the menu; with `sysid` that item alone. */
export const getMenu = list('school/getMenu', {
  access: onDuty('canteen'),
  input: listQuery(['name', 'description', 'quantityPerPerson', 'price', 'dateCreated']).extend({
    sysid: sysid.optional(),
  }),
  output: menuItem,
});

/** Update menu: what is left out stays as it is. */
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

/** Takes an item off the menu; what was consumed of it stays in the books. */
export const deleteMenu = record('school/deleteMenu', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: menuItem,
});

/** Puts a deleted item back on the menu. 404 `menu.not-found`; 409 `menu.duplicate` where another has taken its name. */
export const restoreMenu = record('school/restoreMenu', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: menuItem,
});

/** One item that is on the menu. 404 `menu.not-found`. */
export const getMenuItem = read('school/getMenuItem', {
  access: onDuty('canteen'),
  input: z.object({ sysid }),
  output: menuItem,
});
/** The same as updateMenu, by the name of what is changed. */
export const updateMenuItem = { ...updateMenu, path: 'school/updateMenuItem' };
export const deleteMenuItem = { ...deleteMenu, path: 'school/deleteMenuItem' };
export const restoreMenuItem = { ...restoreMenu, path: 'school/restoreMenuItem' };

const meal = z.object({
  /** Meal's id; if the meal was paid for, also the id of its receipt in the wallet. */
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  menuItem: z.string(),
  /** Portions handed out now. */
  quantity: z.number().int(),
  /** Portions that the student may still have today, or in this meal window. */
  remaining: z.number().int(),
  /** KES, without a fee. */
  amount: z.number(),
  /** KES left in the wallet. */
  balance: z.number(),
});
export type Meal = z.output<typeof meal>;

/**
 * One portion for the student whose finger is on the reader. What contains an allergen of the student is 422 `menu.allergen`,
 * unless `override` tells why it may be; what the family has blocked is 422 `menu.blocked`, always. `shownAmount`: KES by the menu as the counter has shown
 * it; where the price is another one by now nothing is handed out, 409 `menu.price-changed` with `shown`, `amount` and the `prices` by item.
 */
export const consumeMenuFingerprint = record('check/consumeMenuFingerprint', {
  access: onDuty('canteen'),
  body: 'picture',
  input: anySpelling(z.object({ menuItemSYSID: sysid, admissionNumber, override, shownAmount, ...picture })),
  output: meal,
});

/** One portion for a student who knows the PIN; allergens, blocked items and prices as above. */
export const consumeMenuPin = record('check/consumeMenuPin', {
  access: onDuty('canteen'),
  input: z.object({ menuItemSYSID: sysid, admissionNumber, override, shownAmount, pin: checkPin }),
  output: meal,
});

/** Takes back a portion that oneself handed out within the last 60 seconds: it counts no more, and what was paid is in the wallet again. */
export const takeBackMeal = record('check/takeBackMeal', {
  access: onDuty('canteen'),
  input: z.object({ sysid }),
  output: z.object({
    /** Id of the meal. */
    sysid,
    admissionNumber: z.string(),
    studentName: z.string(),
    menuItem: z.string(),
    /** KES that went back. */
    amount: z.number(),
    /** KES in the wallet now. */
    balance: z.number(),
  }),
});

export const MOST_WINDOWS = 12;

/** A time of the school's day. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('time-of-day'));
const windowName = words(40);

const mealWindow = z.object({
  sysid,
  name: z.string(),
  /** HH:MM in the school's time zone; `to` is no part of it. */
  from: z.string(),
  to: z.string(),
});
export type MealWindow = z.output<typeof mealWindow>;

/** The times at which the canteen serves, the earliest first. None: it serves all day. */
export const getMealWindows = list('school/getMealWindows', {
  access: onDuty('canteen'),
  methods: ['GET'],
  input: listQuery(['from', 'name']),
  output: mealWindow,
});

const mealPlan = z.object({ windows: z.array(mealWindow), updated: stamp });
export type MealPlan = z.output<typeof mealPlan>;

/** All of them together, as they are edited. */
export const getMealPlan = read('school/getMealPlan', {
  access: onDuty('canteen'),
  input: z.object({}),
  output: mealPlan,
});

/** Sets them all at once: those that are there are replaced. They end after they begin and do not overlap. */
export const updateMealWindows = record('school/updateMealWindows', {
  access: SCHOOL_STAFF,
  input: z.object({
    windows: z
      .array(z.object({ name: windowName, from: timeOfDay, to: timeOfDay }))
      .max(MOST_WINDOWS, fieldMessage('most', { most: MOST_WINDOWS }))
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
  /** The meal window, as it was called then; null where none was set. */
  window: z.string().nullable(),
  servedBy: z.string(),
  /** The reason for which it was handed out in spite of an allergen; null for all others. */
  override: z.string().nullable(),
  /** True if the money was given back. */
  reversed: z.boolean(),
});
export type MealRow = z.output<typeof mealRow>;

/** Portions, by student, the newest first; `from` is in, `to` is not. The amounts of those that were taken back are in no sum. */
export const menuTracking = list('reports/menuTracking', {
  sums: true,
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'admissionNumber', 'studentName', 'class', 'menuItem', 'amount', 'servedBy']).extend({
    from: instant.optional(),
    to: instant.optional(),
    menuItemSYSID: sysid.optional(),
    method: z.enum(['fingerprint', 'pin']).optional(),
    /** Of one student only. */
    admissionNumber: admissionNumber.optional(),
  }),
  output: mealRow,
});
