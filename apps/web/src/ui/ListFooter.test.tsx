import { getBalances } from '@mfuko/contract/wallet';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DataList } from './DataList.tsx';
import { type FakeApi, prepareScreens, showScreen } from './screen.testkit.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({}), useNavigate: () => () => undefined }));

const columns = [{ field: 'names', title: 'Names', value: (row: { names: string }) => row.names }];
let api: FakeApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await prepareScreens([]);
});
beforeEach(() => {
  headers = { 'X-Total-Count': '12', 'X-Total-Amount': '12345.50' };
  api.replies['wallet/getBalances'] = () => ({ body: [{ sysid: '1', names: 'Amani Mwende' }], headers });
});
afterEach(cleanup);

const show = (words: { sumWords?: string }) =>
  showScreen(
    <DataList
      at="/app/student.balances"
      name="Balances"
      endpoint={getBalances}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      {...words}
    />,
  );

test('ListFooter shows the sum of the whole filter, and that it is of all pages', async () => {
  show({ sumWords: 'Together:' });
  expect((await screen.findByText(/^1 - 10 of 12/)).textContent).toBe(
    '1 - 10 of 12 · Together: KES 12,345.50 (all pages)',
  );
});

test('ListFooter shows the sum of a list of one page without saying so', async () => {
  headers = { 'X-Total-Count': '1', 'X-Total-Amount': '70.00' };
  show({ sumWords: 'Together:' });
  expect((await screen.findByText(/^1 - 1 of 1/)).textContent).toBe('1 - 1 of 1 · Together: KES 70.00');
});

test.each([
  ['a list that names no sum', {}, { 'X-Total-Amount': '1.00' }],
  ['a list that is too long for one', { sumWords: 'Together:' }, {}],
])('%s shows no sum in its footer', async (_, words, more) => {
  headers = { 'X-Total-Count': '12', ...(more as Record<string, string>) };
  show(words);
  expect((await screen.findByText(/^1 - 10 of 12/)).textContent).toBe('1 - 10 of 12');
});
