import type { AnswerOf, Endpoint } from '@mfuko/contract/endpoint';
import { QueryClient, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from './problems.ts';
import { type Answer, type CallOptions, call, callList, type ListEndpoint, type Rows, type Sent } from './request.ts';
import { type AttemptJournal, type RequestJournal, recordAttempt } from './request-journal.ts';
import { schoolAtWork, useSchool } from './school.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal does not change by asking again; a network that fails, and a server that has much to do, may.
        retry: (failures, error) =>
          failures < 2 && error instanceof CallError && (error.status === null || error.status === 503),
      },
    },
  });
}

/** Answers are kept by school, so that a change of school never shows the other one's rows. */
export function queryKey(endpoint: Pick<Endpoint, 'path'>, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, schoolAtWork(), input];
}

type ReadOptions<E extends Endpoint> = Pick<UseQueryOptions<Answer<E>>, 'enabled' | 'staleTime' | 'refetchInterval'>;

/** Reads one thing, or one page of a list. The rows of the last page stay while the next one is fetched. */
export function useCall<E extends Endpoint>(endpoint: E, input: Sent<E>, options: ReadOptions<E> = {}) {
  const school = useSchool()?.sysid ?? null;
  return useQuery<Answer<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: (rows, query) => (endpoint.kind === 'list' && query?.queryKey[1] === school ? rows : undefined),
    ...options,
  });
}

type ListOptions<E extends ListEndpoint> = Pick<UseQueryOptions<Rows<AnswerOf<E>>>, 'staleTime' | 'refetchInterval'>;

/** Reads one page of whatever list it is handed, as `useCall` does. */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  input: Readonly<Record<string, unknown>>,
  options: ListOptions<E> = {},
) {
  const school = useSchool()?.sysid ?? null;
  return useQuery<Rows<AnswerOf<E>>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => callList(endpoint, input, { signal }),
    placeholderData: (rows, query) => (query?.queryKey[1] === school ? rows : undefined),
    ...options,
  });
}

export interface RecordOptions<E extends Endpoint> extends Pick<CallOptions, 'overlay' | 'query'> {
  /** Which reads are out of date once this is recorded. */
  readonly refresh?: readonly Endpoint[];
  /** For money: the next try has a key of its own, and is made only once the outcome of this one is known. */
  readonly attempts?: AttemptJournal;
  readonly presses?: RequestJournal<E>;
  readonly onDone?: (answer: Answer<E>, input: Sent<E>) => void;
  /** `key` is the one of a try of which nobody knows what became; another try may use it, or the device's queue (`letGo`). */
  readonly onError?: (error: unknown, input: Sent<E>, key: string | null) => void;
}

/**
 * Records something. Where nobody knows what became of a try (no answer, or a fault), the next try with the same input
 * carries the same key, so that pressing the button again never does it twice. With `presses` their keeper finds out instead, and the same again has a
 * key of its own.
 */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  { refresh = [], attempts, presses, onDone, onError, ...options }: RecordOptions<E> = {},
) {
  const client = useQueryClient();
  const unsure = useRef<{ input: string; key: string } | null>(null);
  const onItsWay = useRef(new Set<string>());
  const mutation = useMutation<Answer<E>, unknown, Sent<E>>({
    // Without a network it fails at once, and says so: none waits to be sent later, when nobody stands there any more.
    networkMode: 'always',
    mutationFn: async (input) => {
      if (attempts) return recordAttempt(attempts, endpoint, input, options);
      const text = asText(input);
      const key = unsure.current?.input === text ? unsure.current.key : crypto.randomUUID();
      unsure.current = null;
      try {
        await presses?.begin(input, key);
        const answer = await call(endpoint, input, { ...options, idempotencyKey: key });
        presses?.end(key);
        return answer;
      } catch (error) {
        if (error instanceof CallError && error.unsure) unsure.current = { input: text, key };
        else if (error instanceof CallError && !error.sessionEnded) presses?.end(key);
        else presses?.leave(key);
        throw error;
      }
    },
    onSuccess: (answer, input) => {
      for (const read of refresh) void client.invalidateQueries({ queryKey: queryKey(read) });
      // A notice is drawn at once, a form's values later: what was typed on sight of the notice would be emptied with the form.
      flushSync(() => onDone?.(answer, input));
    },
    onError: (error, input) => {
      onError?.(error, input, unsure.current?.key ?? null);
      if (!presses) return;
      // Asked about at once, where the desk has not put it away: nobody has to press again to hear of it.
      if (unsure.current) presses.leave(unsure.current.key);
      unsure.current = null;
    },
    onSettled: (_answer, _error, input) => void onItsWay.current.delete(asText(input)),
  });
  const { mutate: send } = mutation;
  const mutate = useCallback(
    (...args: Parameters<typeof send>) => {
      // The second press of a quick double comes before the button has been drawn as busy.
      const text = asText(args[0]);
      if (onItsWay.current.has(text)) return;
      onItsWay.current.add(text);
      send(...args);
    },
    [send],
  );
  /** Somebody else finds out what became of that try: the same again has a key of its own. */
  const letGo = useCallback((key: string) => {
    if (unsure.current?.key === key) unsure.current = null;
  }, []);
  return { ...mutation, mutate, letGo };
}

function asText(input: unknown): string {
  return JSON.stringify(input, (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
