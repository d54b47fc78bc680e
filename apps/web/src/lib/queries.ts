import type { AnswerOf, Endpoint } from '@mfuko/contract/endpoint';
import {
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from './problems.ts';
import { type Answer, type CallOptions, call, type ListEndpoint, type Rows, type Sent } from './request.ts';
import { type AttemptJournal, type RequestJournal, recordAttempt } from './request-journal.ts';
import { schoolAtWork, useSchool } from './school.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A retry does not change a refusal; it may help where the network fails or the server is overloaded.
        retry: (failures, error) =>
          failures < 2 && error instanceof CallError && (error.status === null || error.status === 503),
      },
    },
  });
}

/** Returns the cache key of a call. The key contains the school, so that a change of school never shows rows of the former school. */
export function queryKey(endpoint: Pick<Endpoint, 'path'>, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, schoolAtWork(), input];
}

type ReadOptions<E extends Endpoint> = Pick<UseQueryOptions<Answer<E>>, 'enabled' | 'staleTime' | 'refetchInterval'>;

/** Reads one record, or one page of a list. The rows of the previous page stay visible while the next page is fetched. */
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

/** Reads one page of any list endpoint, as `useCall` does. */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  input: Readonly<Record<string, unknown>>,
  options: ListOptions<E> = {},
) {
  // The compiler does not know the input of a list that it does not know.
  return useCall(endpoint, input as Sent<E>, options as ReadOptions<E>) as UseQueryResult<Rows<AnswerOf<E>>>;
}

export interface RecordOptions<E extends Endpoint> extends Pick<CallOptions, 'overlay' | 'query' | 'within'> {
  /** Reads whose cached answers are invalidated once the record is made. */
  readonly refresh?: readonly Endpoint[];
  /**
   * Journal for money: each attempt has its own idempotency key, and the next one starts only once the outcome of the last one is known.
   */
  readonly attempts?: AttemptJournal;
  readonly presses?: RequestJournal<E>;
  readonly onDone?: (answer: Answer<E>, input: Sent<E>) => void;
  /**
   * Called with the idempotency key of an attempt whose outcome is unknown, otherwise null. Another attempt may reuse the key, or the
   * device's queue may take it over (`releaseKey`).
   */
  readonly onError?: (error: unknown, input: Sent<E>, key: string | null) => void;
}

/**
 * Records something. Where the outcome of an attempt is unknown (no response, or a fault), the next attempt with the same input carries the
 * same idempotency key, so that another press never records twice. With `presses` the journal finds out the outcome instead, and the next
 * attempt has a new key.
 */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  { refresh = [], attempts, presses, onDone, onError, ...options }: RecordOptions<E> = {},
) {
  const client = useQueryClient();
  const unsure = useRef<{ input: string; key: string } | null>(null);
  const onItsWay = useRef(new Set<string>());
  const mutation = useMutation<Answer<E>, unknown, Sent<E>>({
    // `always` fails at once without a network and reports the failure. A paused call would be sent later, when the person has gone.
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
      // Flushes because a notice is rendered at once but form values later: text that is typed on sight of the notice would be cleared with
      // the form.
      flushSync(() => onDone?.(answer, input));
    },
    onError: (error, input) => {
      onError?.(error, input, unsure.current?.key ?? null);
      if (!presses) return;
      // Finds out the outcome at once unless the desk has queued the request, so that the user need not press again.
      if (unsure.current) presses.leave(unsure.current.key);
      unsure.current = null;
    },
    onSettled: (_answer, _error, input) => void onItsWay.current.delete(asText(input)),
  });
  const { mutate: send } = mutation;
  const mutate = useCallback(
    (...args: Parameters<typeof send>) => {
      // The second press of a fast double press arrives before the button is rendered as busy.
      const text = asText(args[0]);
      if (onItsWay.current.has(text)) return;
      onItsWay.current.add(text);
      send(...args);
    },
    [send],
  );
  /** Releases the key of an attempt whose outcome another component finds out: the next attempt with the same input has a new key. */
  const releaseKey = useCallback((key: string) => {
    if (unsure.current?.key === key) unsure.current = null;
  }, []);
  return { ...mutation, mutate, releaseKey };
}

function asText(input: unknown): string {
  return JSON.stringify(input, (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
