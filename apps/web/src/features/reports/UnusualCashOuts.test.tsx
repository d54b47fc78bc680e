import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { UnusualCashOuts } from './UnusualCashOuts.tsx';

vi.mock('@tanstack/react-router', () => ({
  createLink:
    () =>
    ({ to, search, children }: { to: string; search: Record<string, string>; children: React.ReactNode }) => (
      <a href={`${to}?${new URLSearchParams(search)}`}>{children}</a>
    ),
}));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['reports']);
});
afterEach(cleanup);

const ROW = { day: '2026-11-20', by: 'Njeri Kariuki', admissionNumber: null, names: null, usual: null, limit: null };

test('UnusualCashOuts explains each reason with its numbers, and links to the student concerned', async () => {
  const rows = [
    { ...ROW, kind: 'under-limit', times: 5, amount: 4850, limit: 1000 },
    { ...ROW, kind: 'many', times: 41, amount: 8200, usual: 9 },
    { ...ROW, kind: 'night', times: 1, amount: 50 },
    { ...ROW, kind: 'changed', times: 1, amount: 900, admissionNumber: '4417', names: 'Imani Were' },
    { ...ROW, kind: 'student-day', times: 4, amount: 80, admissionNumber: '4418', names: 'Amina Juma' },
    { ...ROW, kind: 'student-often', by: null, times: 39, amount: 1170, usual: 10 },
  ];
  api.replies = { 'reports/unusualCashOuts': () => ({ body: { days: 14, rows, waiting: 0 } }) };
  showScreen(<UnusualCashOuts />);
  for (const reason of [
    '5 times just under KES 1,000.00, above which a second person must approve',
    '41 cash-outs by one person in a day; usually 9',
    'A cash-out between 8 pm and 6 am',
    'With a PIN or finger changed in the three days before: by the person who changed it, or for most of the wallet',
    '4 cash-outs to one student in a day',
    '39 cash-outs to one student; usually 10',
  ])
    expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByText('KES 4,850.00')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Imani Were (4417)' });
  expect(link.getAttribute('href')).toBe('/app/student.statement?admissionNumber=4417');
});

test('UnusualCashOuts says that nothing is unusual, and requests the chosen number of days', async () => {
  api.replies = { 'reports/unusualCashOuts': () => ({ body: { days: 14, rows: [], waiting: 0 } }) };
  showScreen(<UnusualCashOuts />);
  expect(await screen.findByText('Nothing unusual in this period.')).toBeTruthy();
  api.calls.length = 0;
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: '90' } });
  await waitFor(() => expect(api.calls.map(({ input }) => input)).toMatchObject([{ days: '90' }]));
});

test('UnusualCashOuts shows how many alerts are unreviewed, and none after a review', async () => {
  let waiting = 2;
  api.replies = {
    'reports/unusualCashOuts': () => ({ body: { days: 14, rows: [], waiting } }),
    'reports/lookedAtUnusual': () => {
      waiting = 0;
      return { body: { looked: 2 } };
    },
  };
  showScreen(<UnusualCashOuts />);
  expect(await screen.findByText('2 alerts have not been reviewed yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  await waitFor(() => expect(screen.queryByText(/not been reviewed yet/)).toBeNull());
});
