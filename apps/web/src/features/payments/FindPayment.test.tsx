import type { FoundPayment } from '@mfuko/contract/search';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askedPayment } from '../../school/asked-payment.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { FindPayment } from './FindPayment.tsx';

vi.mock('@tanstack/react-router', () => ({ createLink: () => 'a' }));

const CASH: FoundPayment = {
  sysid: '01900000-0000-7000-8000-000000000901',
  kind: 'cash-out',
  date: '2026-11-20T09:00:00.000Z',
  amount: 200,
  admissionNumber: '4001',
  names: 'Amani Mwende',
  status: 'paid-out',
  reference: null,
  channel: null,
  receiptNumber: null,
  mobileNumber: null,
  timeline: [{ at: '2026-11-20T09:00:00.000Z', what: 'paid-out', by: 'Achieng Were' }],
};

beforeAll(async () => {
  const api = await prepareScreens(['payments', 'school']);
  api.replies['wallet/findPayment'] = ({ search }) => ({
    body: search === 'NOTHING99' ? [] : [CASH, { ...CASH, sysid: `${CASH.sysid}2` }],
  });
});
afterEach(cleanup);

const open = () =>
  showScreen(
    <main>
      <h1 tabIndex={-1}>Payments</h1>
      <FindPayment>the list</FindPayment>
    </main>,
  );
const field = () => screen.getByRole('textbox', { name: /^Find any payment/ });

test('FindPayment focuses the first result when opened by the command palette', async () => {
  askedPayment.set('ABCD1234');
  open();
  screen.getByRole('heading', { name: 'Payments' }).focus();
  const [first] = await screen.findAllByRole('article');
  await waitFor(() => expect(document.activeElement).toBe(first));
});

test('FindPayment keeps the focus in its field after a search there', async () => {
  open();
  fireEvent.change(field(), { target: { value: 'ABCD1234' } });
  field().focus();
  fireEvent.submit(field());
  await screen.findAllByRole('article');
  expect(document.activeElement).toBe(field());
});

test('FindPayment does not take the focus from another field that was focused meanwhile', async () => {
  const frame = document.body.appendChild(document.createElement('input'));
  askedPayment.set('ABCD1234');
  open();
  frame.focus();
  await screen.findAllByRole('article');
  expect(document.activeElement).toBe(frame);
  frame.remove();
});
