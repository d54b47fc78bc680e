import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import type { Paid } from './Receipt.tsx';
import { ReceiptSlip } from './ReceiptSlip.tsx';

beforeAll(async () => {
  const api = await prepareScreens(['wallet', 'school']);
  api.replies['auth/me'] = () => ({ body: { role: 'SchoolAdmin', userName: '254700000002', names: 'Achieng Were' } });
});
afterEach(cleanup);

const PAID: Paid = {
  kind: 'cashOut',
  moved: {
    ...{ amount: 1_234_567.5, fee: 0, balance: 0 },
    receipt: {
      sysid: '01900000-0000-7000-8000-000000000901',
      date: '2026-11-24T08:00:00.000Z',
      token: 'Z0EJTM9QG17QMQE4',
    },
  },
  admissionNumber: '4007',
  names: 'Kiprop Koech',
  method: 'pin',
};

test('ReceiptSlip marks only the second print as a copy, on paper and on the screen', async () => {
  const papers: unknown[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    papers.push(document.querySelector('[data-paper]')?.textContent.includes('COPY'));
    window.dispatchEvent(new Event('afterprint'));
  });
  const away = () => waitFor(() => expect(document.querySelector('[data-paper]')).toBeNull());
  showScreen(<ReceiptSlip paid={PAID} atOnce onDone={() => {}} />);
  await waitFor(() => expect(papers).toEqual([false]));
  await away();
  expect(screen.queryByText(/COPY/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Print receipt' }));
  await waitFor(() => expect(papers).toEqual([false, true]));
  await away();
  expect(screen.getByText(/COPY/)).toBeTruthy();
});

test('ReceiptSlip shows a zero balance', async () => {
  showScreen(<ReceiptSlip paid={PAID} onDone={() => {}} />);
  await screen.findByText('KES 1,234,567.50');
  expect(screen.getByText('KES 0.00')).toBeDefined();
});
