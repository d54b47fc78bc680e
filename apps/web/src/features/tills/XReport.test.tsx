import type { Till } from '@mfuko/contract/tills';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { XReport } from './XReport.tsx';

const TILL: Till = {
  sysid: '01900000-0000-7000-8000-00000000a801',
  ...{ names: 'Njeri Kariuki', own: true, status: 'open', openedAt: '2026-11-20T05:00:00Z', note: null },
  ...{ float: 500, added: 200, handedBack: 50, paidIn: 1_500, paidInCount: 3, paidOut: 120, paidOutCount: 1 },
  ...{ takenBack: -100, takenBackCount: 1, holds: 1_930, closing: null, confirmation: null },
};
const CLOSED: Till = {
  ...TILL,
  status: 'closed',
  holds: 0,
  closing: {
    ...{ date: '2026-11-20T14:00:00Z', by: 'Otieno', own: false, expected: 1_930, counted: 1_930, counts: null },
    ...{ variance: 0, reason: null, left: 0 },
  },
};

let api: FakeApi;
beforeEach(async () => {
  api = await prepareScreens(['tills', 'school', 'ui']);
});
afterEach(cleanup);

const open = async () => fireEvent.click(await screen.findByRole('button', { name: 'X-report' }));

test('XReport shows and prints the sums at the time of each request, and says that it closes nothing', async () => {
  let till = TILL;
  api.replies = { 'wallet/getTillReport': () => ({ body: till }) };
  window.print = vi.fn();
  showScreen(<XReport sysid={TILL.sysid} />);
  await open();
  const report = await screen.findByRole('region', { name: 'X-REPORT' });
  const lines = () =>
    [...report.querySelectorAll('dt')].map((line) => `${line.textContent}: ${line.nextSibling?.textContent}`);
  expect(lines()).toEqual([
    'Till no.: 00000000A801',
    'Till of: Njeri Kariuki',
    'Opened: 20/11/2026 08:00',
    expect.stringMatching(/^As of: \d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    'Float: 500.00',
    'Cash added: 200.00',
    'Cash handed back: -50.00',
    'Paid in (3): 1,500.00',
    'Cash-outs (1): -120.00',
    'Reversals (1): -100.00',
    'Expected (KES): 1,930.00',
  ]);
  within(report).getByText('This report does not close the till.');
  fireEvent.click(screen.getByRole('button', { name: 'Print X-report' }));
  await waitFor(() => expect(window.print).toHaveBeenCalledOnce());
  const paper = document.querySelector('body > [data-paper]');
  expect(paper?.textContent).toContain('This report does not close the till.');
  window.dispatchEvent(new Event('afterprint'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  till = { ...TILL, paidIn: 2_000, paidInCount: 4, holds: 2_430 };
  await open();
  await screen.findByText('2,430.00');
  expect(screen.queryByText('1,930.00')).toBeNull();
});

test('XReport shows the Z-report of a till closed meanwhile, under the same number', async () => {
  api.replies = { 'wallet/getTillReport': () => ({ body: CLOSED }) };
  showScreen(<XReport sysid={TILL.sysid} />);
  await open();
  const report = await screen.findByRole('region', { name: 'Z-REPORT' });
  expect(within(report).getByText('Till no.').nextSibling?.textContent).toBe('00000000A801');
  expect(screen.queryByText(/does not close the till/)).toBeNull();
});
