import type { Endpoint } from '@mfuko/contract/endpoint';
import { alternativesOf } from './common-sorts.ts';

/** Validates a call's input. Where a list does not know a common sort by its name, the list's own field of that meaning is taken. */
export function validate<E extends Endpoint>(endpoint: E, given: object) {
  const parsed = parseForgiving(endpoint, given);
  if (parsed.success || endpoint.kind !== 'list' || parsed.error.issues.some(({ path: [field] }) => field !== 'sort')) {
    return parsed;
  }
  for (const sort of alternativesOf(Reflect.get(given, 'sort'))) {
    const again = parseForgiving(endpoint, { ...given, sort });
    if (again.success) return again;
  }
  return parsed;
}

/**
 * Validates the input. Where validation fails only because of null in optional fields, those fields are treated as missing: many
 * programs send all their fields, and an empty one must not block a queue of events. Updates are excluded, because null could mean to
 * remove a value.
 */
function parseForgiving<E extends Endpoint>({ input, path }: E, given: object) {
  const parsed = input.safeParse(given);
  if (parsed.success || path.includes('/update')) return parsed;
  const nulls = parsed.error.issues.filter(({ path: at }) => valueAt(given, at) === null);
  if (nulls.length < parsed.error.issues.length) return parsed;
  const copy = structuredClone(given);
  for (const { path: at } of nulls) Reflect.deleteProperty(valueAt(copy, at.slice(0, -1)) as object, at.at(-1) ?? '');
  const again = input.safeParse(copy);
  return again.success ? again : parsed;
}

function valueAt(within: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    within,
  );
}
