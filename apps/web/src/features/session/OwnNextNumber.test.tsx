import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { OwnNextNumber } from './OwnNextNumber.tsx';

const NEXT = { endsIn: '678', by: 'Auma Were', from: '2026-03-02T09:00:00.000Z' };
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['profile', 'session']);
});
afterEach(cleanup);

test('OwnNextNumber shows a number that someone else has set, and lets its owner refuse it', async () => {
  let next: typeof NEXT | null = NEXT;
  api.replies = {
    'auth/getNextNumber': () => ({ body: { next } }),
    'auth/refuseNumber': () => {
      next = null;
      return { body: { next } };
    },
  };
  showScreen(<OwnNextNumber />);
  expect((await screen.findByRole('status')).textContent).toMatch(/Auma Were set a number that ends in 678/);
  fireEvent.click(screen.getByRole('button', { name: 'Keep the current number' }));
  await screen.findByText('The number was not changed');
  await waitFor(() => expect(screen.queryByText(/Auma Were/)).toBeNull(), { timeout: 10_000 });
});

test('OwnNextNumber shows nothing when no number is pending', async () => {
  api.calls.length = 0;
  api.replies = { 'auth/getNextNumber': () => ({ body: { next: null } }) };
  showScreen(<OwnNextNumber />);
  await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain('auth/getNextNumber'), { timeout: 10_000 });
  expect(screen.queryByRole('button', { name: 'Keep the current number' })).toBeNull();
});
