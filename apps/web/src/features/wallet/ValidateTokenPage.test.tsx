import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ValidateTokenPage } from './ValidateTokenPage.tsx';

const RECEIPT = {
  status: 'valid',
  amount: 35,
  studentName: 'Amani Mwende',
  admissionNumber: '4001',
  date: '2026-11-20T09:00:00.000Z',
  cashedBy: 'Achieng Were',
  usedAt: null,
};
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['wallet']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = { 'wallet/validateToken': () => ({ body: RECEIPT }) };
});
afterEach(cleanup);

const field = () => screen.getByLabelText(/^Scan a barcode/) as HTMLInputElement;
function scan(token: string) {
  fireEvent.change(field(), { target: { value: token } });
  fireEvent.submit(field());
}

test('ValidateTokenPage sends no call without a token', async () => {
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  fireEvent.click(screen.getByRole('button', { name: 'Validate' }));
  await screen.findByText('Scan or type the receipt token');
  expect(api.calls).toEqual([]);
});

test('ValidateTokenPage spends a token unless only a look-up is chosen, and clears the field', async () => {
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  scan('pnt7-33rk 8jhz37fp');
  await screen.findByRole('heading', { name: 'Valid' });
  await screen.findByText('Amani Mwende');
  expect(field().value).toBe('');
  fireEvent.click(screen.getByLabelText('Only check it, do not mark it as used'));
  scan('PNT733RK8JHZ37FP');
  await screen.findByText('The receipt is genuine and has not been used.');
  expect(api.calls.map(({ input }) => input)).toEqual([
    { token: 'PNT733RK8JHZ37FP', spend: true },
    { token: 'PNT733RK8JHZ37FP', spend: false },
  ]);
});

test('ValidateTokenPage shows an unknown token as a result, not as an error', async () => {
  api.replies['wallet/validateToken'] = () => ({
    status: 404,
    body: { code: '404', message: 'The receipt was not found.', problem: 'wallet.receipt-not-found' },
  });
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  scan('0000111122223333');
  await screen.findByRole('heading', { name: 'Unknown token' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('ValidateTokenPage offers the camera only with barcode support, and reports a camera failure', async () => {
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  expect(screen.queryByRole('button', { name: 'Scan with the camera' })).toBeNull();
  cleanup();
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { enumerateDevices: async () => [{ kind: 'videoinput' }], getUserMedia: () => Promise.reject(new Error()) },
  });
  const Detector = class {
    static getSupportedFormats = async () => ['code_128'];
    detect = async () => [];
  };
  Object.assign(window, { BarcodeDetector: Detector });
  // jsdom does not implement modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  try {
    showScreen(<ValidateTokenPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Scan with the camera' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The camera cannot be used.'));
  } finally {
    Object.assign(window, { BarcodeDetector: undefined });
  }
});

test('ValidateTokenPage uses the look-up setting at the time of each scan for queued receipts', async () => {
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  const onlyLook = screen.getByLabelText('Only check it, do not mark it as used');
  scan('AAAAAAAAAAAAAAAA');
  fireEvent.click(onlyLook);
  scan('BBBBBBBBBBBBBBBB');
  fireEvent.click(onlyLook);
  await waitFor(() => expect(api.calls).toHaveLength(2));
  expect(api.calls.map(({ input }) => input.spend)).toEqual([true, false]);
});

test('ValidateTokenPage checks quickly scanned receipts one after the other, each once', async () => {
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  scan('AAAAAAAAAAAAAAAA');
  scan('BBBBBBBBBBBBBBBB');
  scan('CCCCCCCCCCCCCCCC');
  await waitFor(() => expect(api.calls).toHaveLength(3));
  expect(api.calls.map(({ input }) => String(input.token)[0])).toEqual(['A', 'B', 'C']);
  await screen.findByRole('heading', { name: 'Valid' });
  expect(field().value).toBe('');
});

test('ValidateTokenPage prints a result on an 80 mm roll with status, amount and token', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  api.replies['wallet/validateToken'] = () => ({ body: { ...RECEIPT, status: 'used', usedAt: RECEIPT.date } });
  showScreen(<ValidateTokenPage />);
  await screen.findByRole('heading', { name: 'Validate Token' });
  scan('PNT733RK8JHZ37FP');
  await screen.findByRole('heading', { name: 'Already used' });
  fireEvent.click(screen.getByRole('button', { name: 'Print result' }));
  await waitFor(
    () => {
      expect(print).toHaveBeenCalledOnce();
    },
    { timeout: 10_000 },
  );
  const paper = document.querySelector('body > [data-paper="roll80"]')?.textContent;
  expect(paper).toMatch(/Already used.*Token.*PNT733RK8JHZ37FP.*Amani Mwende.*KES 35\.00.*Do not accept it again/s);
  fireEvent(window, new Event('afterprint'));
  expect(document.querySelector('body > [data-paper]')).toBeNull();
});
