import type { MessageRow } from '@mfuko/contract/messages';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SendAgainButton } from './SendAgainDialog.tsx';

const ids = [1, 2, 3, 4].map((place) => `01900000-0000-7000-8000-00000000000${place}`);
const ROWS: MessageRow[] = ids.map((sysid) => ({
  sysid,
  date: '2026-11-20T08:00:00.000Z',
  kind: 'cash-out-receipt',
  mobileNumber: '2547…678',
  about: null,
  state: 'failed',
  reason: 'expired',
  segments: 1,
  cost: 0,
  turn: 1,
}));
const SKIPPED = { moving: 0, again: 0, next: 0, notKept: 0, optedOut: 3 };
let api: FakeApi;
const done = vi.fn();

beforeAll(async () => {
  api = await prepareScreens(['messages', 'ui']);
});
beforeEach(() => {
  done.mockReset();
  api.calls.length = 0;
  api.replies = {
    'messages/previewSendAgain': () => ({
      body: { messages: 212, cost: 340, left: 4000, beyond: 0, skipped: SKIPPED },
    }),
    'messages/sendAllAgain': () => ({ body: { messages: 212, cost: 340, skipped: SKIPPED } }),
  };
  showScreen(<SendAgainButton rows={ROWS} done={done} />);
});
afterEach(cleanup);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const asked = () => api.calls.filter(({ path }) => path === 'messages/sendAllAgain');

test('SendAgainButton shows count, cost and skipped guardians, and sends only after a confirmation', async () => {
  press('Send again');
  await screen.findByText('212 messages will be sent again, for about KES 340.00.');
  await screen.findByText('3 guardians have opted out.');
  await screen.findByText('Left this month: KES 4,000.00.');
  expect(asked()).toEqual([]);
  press('Send 212 messages');
  await screen.findByText('212 messages are being sent again. 3 guardians have opted out.');
  expect(asked().map(({ input }) => input)).toEqual([{ sysids: ids, messages: 212 }]);
  expect(done).toHaveBeenCalledOnce();
});

test('SendAgainButton disables sending when the cost exceeds what is left this month', async () => {
  api.replies['messages/previewSendAgain'] = () => ({
    body: { messages: 212, cost: 340, left: 12.5, beyond: 0, skipped: SKIPPED },
  });
  press('Send again');
  await screen.findByText(/more than is left this month: KES 12.50/);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send 212 messages' })).toHaveProperty('disabled', true),
  );
});
