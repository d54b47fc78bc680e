import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ANSWER, SHEET, uploadBankList } from './bank-list.testkit.ts';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportFlow } from './ImportFlow.tsx';

vi.mock('../../ui/LeaveGuard.tsx', () => ({ LeaveGuard: () => null }));
// It keeps its state in the address, which stands without a router here.
vi.mock('../../ui/DataList.tsx', () => ({ DataList: () => null }));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['imports', 'wallet', 'school']);
});
afterEach(cleanup);

test('an answer that is lost says that the list may be recorded, and leads to the earlier uploads', async () => {
  const keys: (string | undefined)[] = [];
  let cut = true;
  api.replies = {
    'school/readSheet': () => ({ body: SHEET }),
    'wallet/uploadDeposits': (input) => {
      if (!('progress' in input)) return { body: ANSWER };
      keys.push(input.progress as string);
      if (cut) throw new TypeError('the line is cut');
      return { body: ANSWER };
    },
  };
  showScreen(
    <>
      <ImportFlow kind="deposits" />
      <EarlierImports kind="deposits" />
    </>,
  );
  await uploadBankList();
  fireEvent.click(await screen.findByRole('button', { name: 'Pay in 1 row' }));
  const alert = (await screen.findByText('The list may be recorded')).closest('[role=alert]');
  expect(alert?.textContent).toContain('Look under “Earlier uploads” whether bank.csv is there.');
  expect(screen.queryByText('General Failure')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Look at the earlier uploads' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Earlier uploads' }));
  cut = false;
  fireEvent.click(screen.getByRole('button', { name: 'Pay in 1 row' }));
  await screen.findByText('Upload another file');
  expect(screen.queryByText('The list may be recorded')).toBeNull();
  expect(keys).toEqual([keys[0], keys[0]]);
});
