import type { QueryClient } from '@tanstack/react-query';
import { queryKey } from './queries.ts';
import { callByPath } from './request.ts';

/** A question to the server: a list, or one thing, of a school by the path of its call. */
export type Question = readonly [kind: 'list' | 'read', path: string, input: Readonly<Record<string, unknown>>];

/** Asks what a screen will ask by `useCall` or `useList` with the same input in a moment; resolves with the answer. What fails is asked anew there. */
export function askAlready(queries: QueryClient, [kind, path, input]: Question): Promise<void> {
  return queries.prefetchQuery({
    queryKey: queryKey({ path }, input),
    queryFn: ({ signal }) => callByPath(path, kind, input, { signal }),
    retry: false,
  });
}
