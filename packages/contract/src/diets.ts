import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';
import { sysid, words } from './ids.ts';

/** Maximum number of allergens of an item or a student, and of items that a family may block. */
export const MAX_ALLERGENS = 20;
export const MAX_BLOCKED = 100;

/** Allergens in their stored form: lower-case words without duplicates, in the order given. */
export const allergens = z
  .array(words(40).transform((word) => word.toLowerCase()))
  .transform((listed) => [...new Set(listed)])
  .pipe(z.array(z.string()).max(MAX_ALLERGENS, fieldMessage('most', { most: MAX_ALLERGENS })));

/** Menu items that the student must never be given. */
export const blockedMenuSYSIDs = z
  .array(sysid)
  .transform((listed) => [...new Set(listed)])
  .pipe(z.array(z.string()).max(MAX_BLOCKED, fieldMessage('most', { most: MAX_BLOCKED })));

/** Reason for handing out an item that contains an allergen; an empty text counts as none. */
export const override = z
  .string()
  .nullish()
  .transform((reason) => reason?.trim() || null)
  .pipe(z.union([z.null(), words(200)]));
