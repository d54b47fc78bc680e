import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, createElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pickSchool } from '../lib/school.ts';
import { saveSession } from '../lib/session.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { router } from './router.tsx';

const address = vi.hoisted(() => ({ search: {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: 'a',
  createLink: () => 'a',
  useSearch: () => address.search,
  useNavigate: () => () => undefined,
  useBlocker: () => ({ status: 'idle' }),
}));

const A = { sysid: '01900000-0000-7000-8000-00000000000a', shortName: 'A' };
const B = { sysid: '01900000-0000-7000-8000-00000000000b', shortName: 'B' };
type LazyPage = ComponentType & { preload?: () => Promise<void> };
let api: FakeApi;
/** Schools in which money was recorded. */
let recordedIn: (string | null)[];
/** Schools whose lookups are delayed. */
let slow: string;
let answerLate: () => void;

beforeAll(async () => {
  api = await prepareScreens([]);
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const school = new Headers(init.headers).get('school');
    const isDryRun = url.includes('dryRun=true');
    if (/wallet\/(deposit|uploadDeposits)/.test(url) && !isDryRun) recordedIn.push(school);
    if (url.includes('getWallet') && school === slow) await new Promise<void>((go) => (answerLate = go));
    return answered(url, init);
  });
});
beforeEach(() => {
  recordedIn = [];
  slow = '';
  address.search = {};
  saveSession({ token: 'the-token', userName: '254700000001', role: 'Admin' });
  pickSchool(A);
});
afterEach(cleanup);

async function open() {
  const component = router.routesById['/app/student.upload.money'].options.component as LazyPage;
  await component.preload?.();
  showScreen(createElement(component));
}
const LIST = {
  ...{ rows: 1, created: 1, updated: 0, skipped: 0, errors: [], warnings: [], newClasses: [], amount: 1500 },
  ...{
    amountPaidBefore: 0,
    amountLeftOut: 0,
    setAside: 0,
    amountSetAside: 0,
    totals: [],
    totalsThatDiffer: [],
    batchSYSID: null,
  },
};

test('an upload that was checked in one school is not paid in after another school is picked', async () => {
  address.search = { by: 'sheet' };
  api.replies = {
    'school/readSheet': () => ({
      body: {
        headerRow: 1,
        columns: [
          { letter: 'A', title: 'Adm', field: 'admissionNumber' },
          { letter: 'B', title: 'Amount', field: 'amount' },
        ],
        rows: [{ row: 2, cells: ['4001', '1,500'] }],
      },
    }),
    'wallet/uploadDeposits': () => ({ body: LIST }),
  };
  await open();
  await screen.findByRole('button', { name: 'Upload' });
  const file = document.querySelector('input[type=file]');
  fireEvent.change(file as Element, { target: { files: [new File(['x'], 'bank.csv')] } });
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await screen.findByRole('button', { name: 'Pay in 1 row' });
  act(() => pickSchool(B));
  const payIn = screen.queryByRole('button', { name: 'Pay in 1 row' });
  if (payIn) fireEvent.click(payIn);
  await screen.findByRole('button', { name: 'Upload' });
  expect(recordedIn).toEqual([]);
});

test("an Enter waiting for a student's name pays nothing after another school is picked", async () => {
  slow = A.sysid;
  api.replies = {
    'wallet/getWallet': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Baraka Otieno', className: 'Grade 3', balance: 5, mostCash: 5 },
    }),
  };
  await open();
  const number = () => screen.findByRole('combobox', { name: /^Admission number/ });
  const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  fireEvent.change(await number(), { target: { value: '4001' } });
  fireEvent.change(amount(), { target: { value: '200' } });
  fireEvent.submit(amount());
  await waitFor(() => expect(answerLate).toBeDefined());
  act(() => pickSchool(B));
  expect(amount().value).toBe('');
  fireEvent.change(await number(), { target: { value: '4001' } });
  await screen.findByText('Baraka Otieno');
  act(answerLate);
  expect(recordedIn).toEqual([]);
});

test("a school user's typed amount stays when their school is set meanwhile", async () => {
  saveSession({ token: 'the-token', userName: '254700000002', role: 'SchoolAdmin' });
  await open();
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  fireEvent.change(amount, { target: { value: '200' } });
  act(() => pickSchool(B));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('200');
});
