/** The two sorts that the contract gives every list, and the fields that stand for them in lists that call them otherwise, best first. */
const COMMON_SORTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['names', ['studentName', 'className', 'name', 'officialName', 'shortName', 'deviceLabel', 'itemName', 'label']],
  ['dateCreated', ['date', 'dateAdded', 'dateEnrolled', 'startDate', 'opened', 'openedAt', 'since', 'day']],
]);

/**
 * Returns the sorts that may stand for a common one, such as `-names`, in the order in which they are to be tried; the last is undefined,
 * the list's own order. Returns none for any other sort.
 */
export function alternativesOf(sort: unknown): readonly (string | undefined)[] {
  if (typeof sort !== 'string') return [];
  const direction = sort.startsWith('-') ? '-' : '';
  const fields = COMMON_SORTS.get(sort.slice(direction.length));
  return fields ? [...fields.map((field) => direction + field), undefined] : [];
}
