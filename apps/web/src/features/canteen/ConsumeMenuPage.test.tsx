import type { MenuItem } from '@mfuko/contract/canteen';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ConsumeMenuPage } from './ConsumeMenuPage.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, flush: () => {} }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => scanner as ScannerInUse }));

const GITHERI: MenuItem = {
  sysid: '01900000-0000-7000-8000-000000000001',
  schoolSYSID: '01900000-0000-7000-8000-000000000901',
  name: 'Githeri',
  description: 'Maize and beans',
  quantityPerPerson: 2,
  price: 35,
  dateCreated: '2026-01-05T09:00:00.000Z',
};
const MEAL = {
  sysid: '01900000-0000-7000-8000-000000000002',
  admissionNumber: '4001',
  studentName: 'Amani Mwende',
  menuItem: 'Githeri',
  quantity: 1,
  remaining: 1,
  amount: 35,
  balance: 65,
};
let api: FakeApi;
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }));
const meals = () => api.calls.filter(({ path }) => path.startsWith('check/consumeMenu'));
const number = () => screen.getByRole('textbox', { name: /^Admission number/ });

beforeAll(async () => {
  api = await prepareScreens(['canteen']);
});
beforeEach(() => {
  scanner.state = START;
  scanner.flush = vi.fn();
  api.calls.length = 0;
  api.replies = {
    'school/getMenu': () => ({ body: [GITHERI] }),
    'check/getStudent': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: true },
    }),
    'check/consumeMenuFingerprint': () => ({ body: MEAL }),
    'check/consumeMenuPin': () => ({ body: MEAL }),
  };
});
afterEach(cleanup);

async function pickGitheri() {
  showScreen(<ConsumeMenuPage />);
  fireEvent.click(await screen.findByRole('combobox', { name: /Menu item/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Githeri', hidden: true }));
  next();
  await screen.findByRole('textbox', { name: /^Admission number/ });
}

function scanned() {
  scanner.state = { status: 'scanned', text: '', template: { Template: 'aGVsbG8=', DPI: 500 }, retryIn: null };
}

test('nobody is served before an item is chosen', async () => {
  showScreen(<ConsumeMenuPage />);
  await screen.findByRole('heading', { level: 1, name: 'No menu item selected' });
  next();
  await screen.findByText('Please select a valid menu item.');
});

test('a portion needs a number and a finger', async () => {
  await pickGitheri();
  screen.getByRole('heading', { level: 1, name: 'Githeri' });
  next();
  await screen.findByText('Admission number is required');
  fireEvent.change(number(), { target: { value: '4001' } });
  next();
  await screen.findByText('Scan student fingerprint to proceed');
  expect(meals()).toEqual([]);
});

test('after a portion the scanner is flushed and the next number is waited for', async () => {
  scanned();
  await pickGitheri();
  fireEvent.change(number(), { target: { value: '4001' } });
  next();
  await screen.findByText('Item was consumed successfully');
  expect(meals()).toMatchObject([
    { input: { menuItemSYSID: GITHERI.sysid, admissionNumber: '4001', B64Fingerprint: 'aGVsbG8=' } },
  ]);
  expect(scanner.flush).toHaveBeenCalledOnce();
  expect((number() as HTMLInputElement).value).toBe('');
  expect(screen.getByText('Amani Mwende (4001)')).toBeTruthy();
});

test('a student without a finger is served by PIN, which is gone after a refusal', async () => {
  api.replies['check/consumeMenuPin'] = () => ({
    status: 422,
    body: { code: '422', message: 'The PIN is wrong.', problem: 'pin.wrong' },
  });
  await pickGitheri();
  fireEvent.click(screen.getByRole('button', { name: 'Use the pin instead' }));
  fireEvent.change(number(), { target: { value: '4001' } });
  const pin = screen.getByLabelText(/^Pin/) as HTMLInputElement;
  fireEvent.change(pin, { target: { value: '2749' } });
  next();
  await screen.findByText('The PIN is wrong.');
  expect(meals()).toMatchObject([{ path: 'check/consumeMenuPin', input: { pin: '2749' } }]);
  await waitFor(() => expect(pin.value).toBe(''));
});
