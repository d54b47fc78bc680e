import { z } from 'zod';
import { list, onDuty, read, SCHOOL_STAFF } from './endpoint.ts';
import { sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Confidence of a forecast: depends on how far the weeks differ, and on the number of weeks. */
export const SURENESS = ['good', 'fair', 'poor'] as const;
export type Sureness = (typeof SURENESS)[number];

/**
 * Returns, for each class, the number of students who have not eaten yet: in the meal window that is open now, or otherwise on this
 * school day. Gives numbers alone, for the kitchen.
 */
export const mealsToday = read('reports/mealsToday', {
  access: onDuty('canteen'),
  input: z.object({}),
  output: z.object({
    /** The school's day, `yyyy-mm-dd`. */
    day: z.string(),
    /** Meal window that is open now; null means the whole day. */
    window: z.string().nullable(),
    classes: z.array(
      z.object({
        classSYSID: sysid,
        class: z.string(),
        /** Number of active students. */
        students: z.number().int(),
        /** Students among them who were given anything that was not taken back. */
        eaten: z.number().int(),
        /** Students among those who have not eaten who are away: absent, excused, on leave, or checked out at the gate today. */
        away: z.number().int(),
      }),
    ),
  }),
});
export type MealsToday = z.output<typeof mealsToday.output>;

/** Lists the students who have not eaten, as `mealsToday` counts them: those present, or with `away` those who are away. */
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
 * Forecasts tomorrow's plates by meal window and item, from the same weekday of the last four weeks. Days without a single portion
 * (holidays) do not count, and items that are off the menu are left out.
 */
export const platesForecast = read('reports/platesForecast', {
  access: onDuty('canteen'),
  input: z.object({}),
  output: z.object({
    /** Tomorrow, `yyyy-mm-dd`, by the school's calendar. */
    day: z.string(),
    /** Number of weeks that counted, at most 4. */
    weeks: z.number().int(),
    plates: z.array(
      z.object({
        menuItemSYSID: sysid,
        menuItem: z.string(),
        /** Meal window, by its name at the time; null if none was set. */
        window: z.string().nullable(),
        /** Expected plates: the mean of these weeks, rounded up. */
        plates: z.number().int(),
        /** Plates of the week with the fewest, and of the week with the most. */
        least: z.number().int(),
        most: z.number().int(),
        sure: z.enum(SURENESS),
      }),
    ),
  }),
});
export type PlatesForecast = z.output<typeof platesForecast.output>;
