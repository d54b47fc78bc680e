import { deposit } from '@mfuko/contract/wallet';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { useMoneyRecord } from './useMoneyRecord.ts';

let isOnDisk: () => void;
const onDisk = new Promise<void>((resolve) => {
  isOnDisk = resolve;
});
vi.mock('./attempt-keeper.ts', () => ({
  openAttempts: async () => [],
  keepAttempt: () => onDisk,
  dropAttempt: async () => undefined,
  leaveAttempt: () => undefined,
}));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['school']);
  api.replies[deposit.path] = () => ({ body: {} });
});
afterEach(cleanup);

function CashDesk() {
  const pay = useMoneyRecord(deposit);
  return (
    <button type="button" onClick={() => pay.mutate({ admissionNumber: '4007', amount: '100', channel: 'cash' })}>
      {pay.status}
    </button>
  );
}

test('no money is sent before its attempt lies on the disk', async () => {
  showScreen(<CashDesk />);
  fireEvent.click(await screen.findByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: 'pending' });
  // Longer than everything else that comes before a call takes.
  for (let turn = 0; turn < 50; turn++) await new Promise((go) => setImmediate(go));
  expect(api.calls).toEqual([]);
  isOnDisk();
  await waitFor(() => expect(api.calls.map(({ path }) => path)).toEqual([deposit.path]));
});
