import { record } from '@mfuko/contract/endpoint';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { useRecord } from './queries.ts';

const pay = record('wallet/payOnce', {
  access: { roles: ['SchoolAdmin'] },
  input: z.object({ amount: z.number() }),
  output: z.object({ amount: z.number() }),
});

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens([]);
  api.replies[pay.path] = (input) => ({ body: input });
});
afterEach(() => {
  api.calls.length = 0;
  cleanup();
});

const kept: string[] = [];
let lie: () => void;
const presses = {
  begin: (_: unknown, key: string) =>
    new Promise<void>((resolve) => {
      kept.push(`begin ${key}`);
      lie = resolve;
    }),
  end: (key: string) => void kept.push(`end ${key}`),
  leave: (key: string) => void kept.push(`leave ${key}`),
};

/** `queues`: the desk queues requests that had no response. */
function Door({ queues = false }: { queues?: boolean }) {
  const record = useRecord(pay, {
    presses,
    onError: (_error, _input, key) => void (queues && key !== null && record.releaseKey(key)),
  });
  return (
    <>
      <button type="button" onClick={() => record.mutate({ amount: 100 })}>
        first child
      </button>
      <button type="button" onClick={() => record.mutate({ amount: 200 })}>
        next child
      </button>
      <p>{record.status}</p>
    </>
  );
}

/** Presses the button and waits until the request has been stored. */
async function pressFor(child: string): Promise<void> {
  const before = kept.length;
  fireEvent.click(await screen.findByRole('button', { name: child }));
  await waitFor(() => expect(kept.slice(before).some((one) => one.startsWith('begin'))).toBe(true));
  lie();
}
const keysOf = (what: string) => kept.filter((one) => one.startsWith(what)).map((one) => one.slice(what.length + 1));

test('useRecord stores a press before its call, and ends it with an answer or a refusal', async () => {
  kept.length = 0;
  showScreen(<Door />);
  fireEvent.click(await screen.findByRole('button', { name: 'first child' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  expect(api.calls).toEqual([]);
  lie();
  await screen.findByText('success');
  expect(keysOf('end')).toEqual(keysOf('begin'));
  api.replies[pay.path] = () => ({ status: 409, body: { code: '409', message: 'No.' } });
  await pressFor('next child');
  await screen.findByText('error');
  expect(keysOf('end')).toEqual(keysOf('begin'));
  expect(keysOf('leave')).toEqual([]);
});

test('useRecord leaves a press on a server fault or 401, and sends the same input under a new key', async () => {
  kept.length = 0;
  showScreen(<Door />);
  api.replies[pay.path] = () => ({ status: 500, body: { code: '500', message: 'A fault.' } });
  await pressFor('first child');
  await screen.findByText('error');
  expect(keysOf('leave')).toEqual(keysOf('begin'));
  await pressFor('first child');
  await waitFor(() => expect(api.calls).toHaveLength(2));
  await waitFor(() => expect(keysOf('leave')).toHaveLength(2));
  expect(new Set(keysOf('begin')).size).toBe(2);
  api.replies[pay.path] = () => ({ status: 401, body: { code: '401', message: 'Over.' } });
  await pressFor('next child');
  await screen.findByText('error');
  await waitFor(() => expect(keysOf('leave')).toEqual(keysOf('begin')));
  expect(keysOf('end')).toEqual([]);
});

test('useRecord after releaseKey sends the same input under a new key', async () => {
  kept.length = 0;
  showScreen(<Door queues />);
  api.replies[pay.path] = () => ({ status: 500, body: { code: '500', message: 'A fault.' } });
  await pressFor('first child');
  await screen.findByText('error');
  expect(keysOf('leave')).toEqual([]);
  await pressFor('first child');
  await waitFor(() => expect(api.calls).toHaveLength(2));
  expect(new Set(keysOf('begin')).size).toBe(2);
});

test('useRecord leaves an unanswered press even after its screen was unmounted', async () => {
  kept.length = 0;
  api.replies[pay.path] = () => ({ status: 500, body: { code: '500', message: 'A fault.' } });
  showScreen(<Door />);
  fireEvent.click(await screen.findByRole('button', { name: 'first child' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  cleanup();
  lie();
  await waitFor(() => expect(keysOf('leave')).toEqual(keysOf('begin')));
  expect(keysOf('end')).toEqual([]);
});
