import { z } from 'zod';
import { list, onDuty, read, SCHOOL_STAFF } from './endpoint.ts';
import { sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Sureness: how far apart the weeks were, and how many there are. */
export const SURENESS = ['good', 'fair', 'poor'] as const;
export type Sureness = (typeof SURENESS)[number];

/** Meals today: who of each class has not eaten yet: in the meal window that is open now, else on this day of the school. Numbers alone, for the pots. */
export const mealsToday = read('reports/mealsToday', {
  access: onDuty('canteen'),
  input: z.object({}),
  output: z.object({
    /** The school's day, `yyyy-mm-dd`. */
    day: z.string(),
    /** The meal window that is open; null: the whole day. */
    window: z.string().nullable(),
    classes: z.array(
      z.object({
        classSYSID: sysid,
        class: z.string(),
        /** Students that are active. */
        students: z.number().int(),
        /** Of these: who has had anything, without what went back. */
        eaten: z.number().int(),
        /** Of those who have not: who is not there to eat: absent, excused, on leave or gone out at the gate today. */
        away: z.number().int(),
      }),
    ),
  }),
});
export type MealsToday = z.output<typeof mealsToday.output>;

/** Students who have not eaten, as `mealsToday` counts them: those who are there, or with `away` those who are not. */
export const notYetEaten = list('reports/notYetEaten', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['names', 'admissionNumber', 'class']).extend({
    classSYSID: sysid.optional(),
    away: flag.default(false),
  }),
  output: z.object({ sysid, admissionNumber: z.string(), names: z.string(), class: z.string() }),
});

/**
 * Plates of tomorrow by meal window and item, from the same weekday of the last four weeks. Days on which nothing at all was handed out
 * (holidays) do not count; items that are off the menu are left out.
 */
export const platesForecast = read('reports/platesForecast', {
  access: onDuty('canteen'),
  input: z.object({}),
  output: z.object({
    /** Tomorrow, `yyyy-mm-dd` of the school. */
    day: z.string(),
    /** Weeks that counted, 4 at most. */
    weeks: z.number().int(),
    plates: z.array(
      z.object({
        menuItemSYSID: sysid,
        menuItem: z.string(),
        /** Meal window, as it was called then; null where none was set. */
        window: z.string().nullable(),
        /** Plates to expect: the mean of these weeks, rounded up. */
        plates: z.number().int(),
        /** The week with the fewest, and that with the most. */
        least: z.number().int(),
        most: z.number().int(),
        sure: z.enum(SURENESS),
      }),
    ),
  }),
});
export type PlatesForecast = z.output<typeof platesForecast.output>;
