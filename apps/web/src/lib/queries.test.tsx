import { record } from '@mfuko/contract/endpoint';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { CallError } from './problems.ts';
import { createQueryClient, useRecord } from './queries.ts';

const pay = record('wallet/payOnce', {
  access: { roles: ['SchoolAdmin'] },
  input: z.object({ amount: z.number() }),
  output: z.object({ amount: z.number() }),
});

let api: FakeApi;

function Screen() {
  const record = useRecord(pay);
  return (
    <>
      <button type="button" onClick={() => record.mutate({ amount: 100 })}>
        pay 100
      </button>
      <button type="button" onClick={() => record.mutate({ amount: 200 })}>
        pay 200
      </button>
      <p>{record.status}</p>
    </>
  );
}

beforeAll(async () => {
  api = await prepareScreens([]);
  api.replies[pay.path] = (input) => ({ body: input });
});
afterEach(() => {
  api.calls.length = 0;
  cleanup();
});

test('useRecord sends one call for a double press, and the same call again once it is answered', async () => {
  showScreen(<Screen />);
  const button = await screen.findByRole('button', { name: 'pay 100' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('success');
  expect(api.calls.map(({ input }) => input.amount)).toEqual([100]);
  fireEvent.click(button);
  await waitFor(() => expect(api.calls.map(({ input }) => input.amount)).toEqual([100, 100]));
});

test('useRecord fails at once offline, and sends nothing later', async () => {
  showScreen(<Screen />);
  const button = await screen.findByRole('button', { name: 'pay 100' });
  const { fetch } = globalThis;
  onlineManager.setOnline(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  try {
    fireEvent.click(button);
    await screen.findByText('error');
  } finally {
    vi.stubGlobal('fetch', fetch);
    onlineManager.setOnline(true);
  }
  fireEvent.click(screen.getByRole('button', { name: 'pay 200' }));
  await screen.findByText('success');
  expect(api.calls.map(({ input }) => input.amount)).toEqual([200]);
});

test('useRecord sends another input while the first call is pending', async () => {
  showScreen(<Screen />);
  fireEvent.click(await screen.findByRole('button', { name: 'pay 100' }));
  fireEvent.click(screen.getByRole('button', { name: 'pay 200' }));
  await waitFor(() => expect(api.calls.map(({ input }) => input.amount)).toEqual([100, 200]));
});

test("useRecord runs onDone and renders before the caller's onSuccess", async () => {
  const seen: string[] = [];
  function Form() {
    const [typed, setTyped] = useState('ZK-1');
    const record = useRecord(pay, { onDone: () => setTyped('') });
    return (
      <>
        <input aria-label="serial" value={typed} readOnly />
        <button
          type="button"
          onClick={() =>
            record.mutate(
              { amount: 1 },
              { onSuccess: () => seen.push(screen.getByLabelText<HTMLInputElement>('serial').value) },
            )
          }
        >
          link
        </button>
      </>
    );
  }
  showScreen(<Form />);
  fireEvent.click(await screen.findByRole('button', { name: 'link' }));
  await waitFor(() => expect(seen).toEqual(['']));
});

test('query client retries a read twice after a network failure or 503, and never after a refusal', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry as (failures: number, error: Error) => boolean;
  const failed = (status: number | null) => new CallError({ status, body: null, atLogin: false });
  expect([null, 503].map((status) => retry(0, failed(status)))).toEqual([true, true]);
  expect([403, 404, 409, 422, 429, 500].some((status) => retry(0, failed(status)))).toBe(false);
  expect(retry(2, failed(503))).toBe(false);
});
