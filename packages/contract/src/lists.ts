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

/** The two sorts that a client may ask of any list, and the fields that stand for them in lists that call them otherwise, best first. */
const COMMON_SORTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['names', ['studentName', 'className', 'name', 'officialName', 'shortName', 'deviceLabel', 'itemName', 'label']],
  ['dateCreated', ['date', 'dateAdded', 'dateEnrolled', 'startDate', 'opened', 'openedAt', 'since', 'day']],
]);

/** Resolves a sort to the list's own field: null if it has no such field, and then its own order applies; undefined if there is none. */
function resolveSort(sort: string, fields: readonly string[]): string | null | undefined {
  const direction = sort.startsWith('-') ? '-' : '';
  const field = sort.slice(direction.length);
  if (fields.includes(field)) return sort;
  const common = COMMON_SORTS.get(field);
  const own = common?.find((name) => fields.includes(name));
  return own === undefined ? common && null : direction + own;
}

/**
 * Builds the input that every list shares. Without `page` the whole list is returned. `sort` is one of the list's sortable fields, with
 * `-` for descending; every list also takes `names` and `dateCreated`, the field of that meaning, or else its own order.
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
        (sort) => resolveSort(sort, fields) !== undefined,
        fieldMessage('one-of', { values: sortable.join(', ') }),
      )
      .transform((sort) => resolveSort(sort, fields) ?? undefined)
      .optional(),
  });
}

/** A boolean as a query or form carries it: `true` or `false`. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1');
