import type { QueryClient } from '@tanstack/react-query';
import { queryKey } from './queries.ts';
import { callByPath } from './request.ts';

/** Query: a list (`list`) or one record (`read`) of a school, by the path of its call. */
export type Question = readonly [kind: 'list' | 'read', path: string, input: Readonly<Record<string, unknown>>];

/**
 * Prefetches the answer that a screen will request by `useCall` or `useList` with the same input in a moment. A failed prefetch is not
 * cached: the screen sends its own request.
 */
export function askAlready(queries: QueryClient, [kind, path, input]: Question): Promise<void> {
  return queries.prefetchQuery({
    queryKey: queryKey({ path }, input),
    queryFn: ({ signal }) => callByPath(path, kind, input, { signal }),
    retry: false,
  });
}
