import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ANSWER, SHEET, uploadBankList } from './bank-list.testkit.ts';
import { ImportFlow } from './ImportFlow.tsx';

// Removes the pauses between the requests.
vi.mock('../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<object>()),
  PAUSES_MS: [0, 0, 0],
}));
vi.mock('../../ui/LeaveGuard.tsx', () => ({ LeaveGuard: () => null }));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['imports', 'wallet', 'school']);
});
afterEach(cleanup);

test("ImportFlow keeps the bank's total and its acceptance when the answer is lost", async () => {
  let recordings = 0;
  api.replies = {
    'school/readSheet': () => ({ body: SHEET }),
    'wallet/uploadDeposits': (input) => {
      if (!('progress' in input)) return { body: ANSWER };
      recordings += 1;
      throw new TypeError('the line is cut');
    },
    'wallet/closeAttempt': () => {
      throw new TypeError('the line is cut');
    },
  };
  showScreen(<ImportFlow kind="deposits" />);
  await uploadBankList();
  const total = await screen.findByLabelText<HTMLInputElement>("Bank's total (KES)");
  fireEvent.change(total, { target: { value: '1,400' } });
  fireEvent.click(await screen.findByLabelText('Pay it in anyway'));
  fireEvent.click(screen.getByRole('button', { name: 'Pay in 1 row' }));
  await waitFor(() => expect(recordings).toBe(1));
  await screen.findByText('The list may have been recorded');
  expect(screen.getByLabelText<HTMLInputElement>("Bank's total (KES)").value).toBe('1,400');
  expect(screen.getByLabelText<HTMLInputElement>('Pay it in anyway').checked).toBe(true);
});

test("ImportFlow leaves out the sheet's own total once without asking, and takes it in again on request", async () => {
  const asked: (string | undefined)[] = [];
  api.replies = {
    'school/readSheet': () => ({ body: { ...SHEET, rows: [...SHEET.rows, { row: 3, cells: ['TOTAL', '1,500'] }] } }),
    'wallet/uploadDeposits': (input) => {
      asked.push((input as { setAside?: string }).setAside);
      return { body: { ...ANSWER, totals: [{ row: 3, amount: 1500, titled: true, comesTo: 1500, setAside: 0 }] } };
    },
  };
  showScreen(<ImportFlow kind="deposits" />);
  await uploadBankList();
  await screen.findByText('A total of the sheet is left out');
  expect(asked).toEqual([undefined, '[3]']);
  fireEvent.click(screen.getByRole('button', { name: 'Include it again' }));
  await screen.findByText('One row looks like a total of the sheet');
  expect(asked).toEqual([undefined, '[3]', undefined]);
});

test('ImportFlow asks about an automatically left-out total once it differs from its rows', async () => {
  const asked: (string | undefined)[] = [];
  const differs = { ...ANSWER, totalsThatDiffer: [{ row: 3, amount: 1500, comesTo: 1400, setAside: 0 }] };
  const right = { ...ANSWER, totals: [{ row: 3, amount: 1500, titled: true, comesTo: 1500, setAside: 0 }] };
  api.replies = {
    'school/readSheet': () => ({ body: { ...SHEET, rows: [...SHEET.rows, { row: 3, cells: ['TOTAL', '1,500'] }] } }),
    'wallet/uploadDeposits': (input) => {
      asked.push((input as { setAside?: string }).setAside);
      return { body: asked.length > 2 ? differs : right };
    },
  };
  showScreen(<ImportFlow kind="deposits" />);
  await uploadBankList();
  await screen.findByText('A total of the sheet is left out');
  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 2' }));
  const allTheSame = await screen.findByRole('button', { name: 'The rows are right: leave the total out' });
  expect(asked).toEqual([undefined, '[3]', '[3,2]', '[2]']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay in 1 row' }).disabled).toBe(true);
  fireEvent.click(allTheSame);
  await waitFor(() => expect(asked.at(-1)).toBe('[2,3]'));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay in 1 row' }).disabled).toBe(false),
  );
  expect(asked).toHaveLength(5);
});

test('ImportFlow leaves out a total once it matches without a left-out row, and asks again with that row', async () => {
  const asked: (string | undefined)[] = [];
  const differs = { ...ANSWER, totalsThatDiffer: [{ row: 4, amount: 1500, comesTo: 3000, setAside: 0 }] };
  const right = {
    ...ANSWER,
    setAside: 1,
    totals: [{ row: 4, amount: 1500, titled: true, comesTo: 1500, setAside: 1500 }],
  };
  const rows = [...SHEET.rows, { row: 3, cells: ['4001', '1,500'] }, { row: 4, cells: ['TOTAL', '1,500'] }];
  api.replies = {
    'school/readSheet': () => ({ body: { ...SHEET, rows } }),
    'wallet/uploadDeposits': (input) => {
      const { setAside } = input as { setAside?: string };
      asked.push(setAside);
      return { body: setAside?.includes('3') ? right : differs };
    },
  };
  showScreen(<ImportFlow kind="deposits" />);
  await uploadBankList();
  await screen.findByText("The sheet's total differs from its rows");
  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 3' }));
  await screen.findByText('A total of the sheet is left out');
  screen.getByText('It does not include the rows left out (KES 1,500.00).');
  expect(asked).toEqual([undefined, '[3]', '[3,4]']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay in 1 row' }).disabled).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Include again row 3' }));
  await screen.findByText("The sheet's total differs from its rows");
  expect(asked.slice(3)).toEqual(['[4]', undefined]);
});
