import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

const NUMBER = fieldMessage('whole-number', { most: 999_999 });
const SIZE = fieldMessage('whole-number', { most: 10_000 });
const wholeNumber = (message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,6}$/, message)], message)
    .transform(Number)
    .pipe(z.number().int(message).min(1, message));

/** The most rows that a list answers at once: of a page, and of the whole list where no page is asked for. */
export const LONGEST_LIST = 10_000;

/**
 * Lists what every list takes. Without `page` the whole list comes. `sort` is a field of the list, with `-` for
 * descending; the fields that a list can be sorted by are its own.
 */
export function listQuery<const Fields extends readonly [string, ...string[]]>(sortable: Fields) {
  const fields: readonly string[] = sortable;
  return z.object({
    page: wholeNumber(NUMBER).optional(),
    pageSize: wholeNumber(SIZE).pipe(z.number().max(LONGEST_LIST, SIZE)).default(50),
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

/** `true` and `false` as a query or form carries them. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1');
