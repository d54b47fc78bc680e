import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';
import { sysid, words } from './ids.ts';

/** The most allergens of an item or a student, and the most items that a family may block. */
export const MOST_ALLERGENS = 20;
export const MOST_BLOCKED = 100;

/** Allergens as they are kept: lower-case words, each once, in the order in which they came. */
export const allergens = z
  .array(words(40).transform((word) => word.toLowerCase()))
  .transform((listed) => [...new Set(listed)])
  .pipe(z.array(z.string()).max(MOST_ALLERGENS, fieldMessage('most', { most: MOST_ALLERGENS })));

/** Menu items that a student is never given. */
export const blockedMenuSYSIDs = z
  .array(sysid)
  .transform((listed) => [...new Set(listed)])
  .pipe(z.array(z.string()).max(MOST_BLOCKED, fieldMessage('most', { most: MOST_BLOCKED })));

/** The reason for handing out what contains an allergen; one that is empty is none. */
export const override = z
  .string()
  .nullish()
  .transform((reason) => reason?.trim() || null)
  .pipe(z.union([z.null(), words(200)]));
