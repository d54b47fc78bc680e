import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

const NUMBER = fieldMessage('whole-number', { most: 999_999 });
const SIZE = fieldMessage('whole-number', { most: 10_000 });
const wholeNumber = (message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,6}$/, message)], message)
    .transform(Number)
    .pipe(z.number().int(message).min(1, message));

/** Maximum number of rows in one answer: of a page, or of the whole list if no page is requested. */
export const MAX_LIST_ROWS = 10_000;

/**
 * Builds the input that every list shares. Without `page` the whole list is returned. `sort` is one of the list's sortable fields, with
 * `-` for descending; the server takes `names` and `dateCreated` for every list too: the field of that meaning, or else the list's own order.
 */
export function listQuery<const Fields extends readonly [string, ...string[]]>(sortable: Fields) {
  const fields: readonly string[] = sortable;
  return z.object({
    page: wholeNumber(NUMBER).optional(),
    pageSize: wholeNumber(SIZE).pipe(z.number().max(MAX_LIST_ROWS, SIZE)).default(50),
    search: z.string().trim().max(100).optional(),
    sort: z
      .string()
      .refine(
        (sort) => fields.includes(sort.replace(/^-/, '')),
        fieldMessage('one-of', { values: sortable.join(', ') }),
      )
      .optional(),
  });
}

/** A boolean as a query or form carries it: `true` or `false`. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1');
