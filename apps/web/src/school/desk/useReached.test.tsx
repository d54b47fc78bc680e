import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { useReached } from './useReached.ts';

const away = new CallError({ status: null, body: null, atLogin: false });
const busy = new CallError({ status: 503, body: null, atLogin: false });

/** Renders a desk whose query the test answers. */
function showDesk() {
  const asked: PromiseWithResolvers<string>[] = [];
  const said: boolean[] = [];
  const queries = new QueryClient();
  const queryFn = () => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  };
  const { result } = renderHook(
    () => {
      const query = useQuery({ queryKey: ['windows'], queryFn, retry: false });
      const reached = useReached(query);
      if (said.at(-1) !== reached) said.push(reached);
      return { ask: query.refetch };
    },
    { wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider> },
  );
  return {
    /** Values that the desk has shown, without repeats. */
    said,
    async ask() {
      const before = asked.length;
      await act(async () => void result.current.ask());
      await waitFor(() => expect(asked.length).toBe(before + 1));
      // The query reports the change a moment later.
      await act(() => new Promise((go) => setTimeout(go)));
    },
    answer: () => act(async () => asked.at(-1)?.resolve('yes')),
    fail: (error: CallError) => act(async () => asked.at(-1)?.reject(error)),
  };
}

test('useReached stays false during a retry, and turns true once the server has answered', async () => {
  const desk = showDesk();
  await desk.answer();
  await desk.ask();
  await desk.fail(away);
  await waitFor(() => expect(desk.said).toEqual([true, false]));
  await desk.ask();
  expect(desk.said).toEqual([true, false]);
  await desk.answer();
  await waitFor(() => expect(desk.said).toEqual([true, false, true]));
});

test('useReached turns true on a 503, since the server was reached', async () => {
  const desk = showDesk();
  await desk.answer();
  await desk.ask();
  await desk.fail(away);
  await waitFor(() => expect(desk.said).toEqual([true, false]));
  await desk.ask();
  await desk.fail(busy);
  await waitFor(() => expect(desk.said).toEqual([true, false, true]));
});
