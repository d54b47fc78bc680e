import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ANSWER, SHEET, uploadBankList } from './bank-list.testkit.ts';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportFlow } from './ImportFlow.tsx';

// Removes the pauses between the requests.
vi.mock('../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<object>()),
  PAUSES_MS: [0, 0, 0],
}));
vi.mock('../../ui/LeaveGuard.tsx', () => ({ LeaveGuard: () => null }));
// The list keeps its state in the address, and the test has no router.
vi.mock('../../ui/DataList.tsx', () => ({ DataList: () => null }));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['imports', 'wallet', 'school']);
});
afterEach(cleanup);

/** Idempotency keys under which the list was sent, and the outcome that the server reports for each. */
const keys: (string | null)[] = [];
let cut: boolean;
let becomes: () => { body: unknown };
const PAID = { ...ANSWER, batchSYSID: '01890000-0000-7000-8000-000000000001' };

beforeEach(async () => {
  [keys.length, cut] = [0, true];
  api.replies = {
    'school/readSheet': () => ({ body: SHEET }),
    'wallet/uploadDeposits': (input, headers) => {
      if (!('progress' in input)) return { body: ANSWER };
      keys.push(headers.get('Idempotency-Key'));
      if (cut) throw new TypeError('the line is cut');
      return { body: PAID };
    },
    'wallet/closeAttempt': () => becomes(),
  };
  showScreen(
    <>
      <ImportFlow kind="deposits" />
      <EarlierImports kind="deposits" />
    </>,
  );
  await uploadBankList();
});
const pay = async () => fireEvent.click(await screen.findByRole('button', { name: 'Pay in 1 row' }));

test('ImportFlow shows a list with a lost answer as recorded when it is, and sends it once', async () => {
  becomes = () => ({ body: { outcome: 'recorded', answer: PAID } });
  await pay();
  await screen.findByText('Upload another file');
  expect(screen.queryByText('General Failure')).toBeNull();
  expect(keys).toHaveLength(1);
});

test('ImportFlow reports a void list as not recorded, and sends the next press under a new key', async () => {
  becomes = () => ({ body: { outcome: 'void' } });
  await pay();
  await screen.findByText('The network failed and nothing was recorded. Try again.');
  expect(screen.queryByText('The list may have been recorded')).toBeNull();
  cut = false;
  await pay();
  await screen.findByText('Upload another file');
  expect(new Set(keys).size).toBe(2);
});

test('ImportFlow with an unknown outcome points to earlier uploads, and asks again before it resends', async () => {
  becomes = () => {
    throw new TypeError('the line is cut');
  };
  await pay();
  const alert = (await screen.findByText('The list may have been recorded')).closest('[role=alert]');
  expect(alert?.textContent).toContain('Check whether bank.csv is listed under “Earlier uploads”.');
  expect(screen.queryByText('General Failure')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier uploads' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Earlier uploads' }));
  becomes = () => ({ body: { outcome: 'recorded', answer: PAID } });
  await pay();
  await screen.findByText('Upload another file');
  expect(screen.queryByText('The list may have been recorded')).toBeNull();
  expect(keys).toHaveLength(1);
});
