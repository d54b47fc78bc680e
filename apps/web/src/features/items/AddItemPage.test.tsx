import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { pickSchool } from '../../lib/school.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AddItemPage } from './AddItemPage.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, open: true, flush: () => {}, capture: () => {} }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => scanner as ScannerInUse }));
vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const SCHOOL = '01900000-0000-7000-8000-000000000901';
const SOLD = { itemName: 'Sweater', studentName: 'Amani Mwende', balance: 100 };
let api: FakeApi;
let asked: boolean;

beforeAll(async () => {
  api = await prepareScreens(['items', 'school', 'ui']);
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  pickSchool({ sysid: SCHOOL, shortName: 'Nyota' });
  scanner.state = START;
  api.calls.length = 0;
  asked = true;
  api.replies = {
    'school/getSchoolSettings': () => ({ body: { sysid: SCHOOL, requireProofForItems: asked } }),
    'wallet/getWallet': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: true, balance: 500 },
    }),
    'wallet/getStudentLimits': ({ admissionNumber }) => ({
      body: {
        admissionNumber,
        rules: [],
        cashLeft: 450,
        spendingLeft: null,
        checkedIn: true,
        hold: null,
        approval: null,
      },
    }),
    'student/getItemNames': () => ({ body: [] }),
    'student/createItem': () => ({ body: SOLD }),
    'student/createItemPin': () => ({ body: SOLD }),
    'student/createItemFingerprint': () => ({ body: SOLD }),
  };
});
afterEach(cleanup);

const sales = () => api.calls.filter(({ path }) => path.startsWith('student/createItem'));
const complete = () => fireEvent.click(screen.getByRole('button', { name: 'Complete' }));

async function fill(price: string) {
  showScreen(<AddItemPage />);
  fireEvent.change(await screen.findByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  await screen.findByText('Amani Mwende');
  fireEvent.change(screen.getByRole('combobox', { name: /^Item name/ }), { target: { value: 'Sweater' } });
  fireEvent.change(screen.getByLabelText(/^Price/), { target: { value: price } });
}

test('AddItemPage with a required proof sells a priced item by PIN, and sends nothing without the PIN', async () => {
  await fill('200');
  fireEvent.click(await screen.findByLabelText("The student's PIN"));
  complete();
  await screen.findByText("The student's pin has 4 to 8 digits");
  expect(sales()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Pin/), { target: { value: '274951' } });
  complete();
  await waitFor(() => expect(sales()).toHaveLength(1), { timeout: 10_000 });
  expect(sales()).toMatchObject([{ path: 'student/createItemPin', input: { admissionNumber: '4001', pin: '274951' } }]);
});

test('AddItemPage asks the reader once the student is named, sends nothing without a finger, and spends each finger once', async () => {
  scanner.capture = vi.fn();
  scanner.flush = vi.fn(() => {
    scanner.state = START;
  });
  await fill('200');
  await waitFor(() => expect(scanner.capture).toHaveBeenCalledOnce());
  complete();
  await screen.findByText('Scan student fingerprint to proceed');
  expect(sales()).toEqual([]);
  scanner.state = { ...START, template: { Template: 'aGVsbG8=', SerialNumber: 'R1', DPI: 500 } };
  complete();
  await waitFor(() => expect(sales()).toHaveLength(1), { timeout: 10_000 });
  expect(sales()).toMatchObject([
    {
      path: 'student/createItemFingerprint',
      input: { admissionNumber: '4001', price: '200', B64Fingerprint: 'aGVsbG8=', SerialNumber: 'R1', Dpi: 500 },
    },
  ]);
  await waitFor(() => expect(scanner.flush).toHaveBeenCalledOnce());
  fireEvent.change(screen.getByRole('combobox', { name: /^Admission number/ }), { target: { value: '4002' } });
  await screen.findByText('Amani Mwende');
  complete();
  await screen.findByText('Scan student fingerprint to proceed');
  expect(sales()).toHaveLength(1);
});

test('AddItemPage sells without a proof when none is required, or when the price is zero', async () => {
  asked = false;
  await fill('200');
  expect(screen.queryByLabelText("The student's PIN")).toBeNull();
  complete();
  await waitFor(() => expect(sales()).toHaveLength(1), { timeout: 10_000 });
  cleanup();
  asked = true;
  await fill('0');
  expect(screen.queryByLabelText("The student's PIN")).toBeNull();
  complete();
  await waitFor(() => expect(sales()).toHaveLength(2), { timeout: 10_000 });
  expect(sales().map(({ path }) => path)).toEqual(['student/createItem', 'student/createItem']);
});

test("AddItemPage without a proof sells only on another press once the student's name is shown", async () => {
  asked = false;
  await fill('200');
  complete();
  await waitFor(() => expect(sales()).toHaveLength(1), { timeout: 10_000 });
  const number = screen.getByRole('combobox', { name: /^Admission number/ });
  await waitFor(() => expect(document.activeElement).toBe(number));
  // Item and price stay, so that Enter after the next number needs no further input.
  fireEvent.change(number, { target: { value: '4002' } });
  fireEvent.submit(number);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Check that this is the right student, then press again.');
  await screen.findByText('Amani Mwende');
  expect(sales()).toHaveLength(1);
  complete();
  await waitFor(() => expect(sales()).toHaveLength(2), { timeout: 10_000 });
  expect(sales()[1]).toMatchObject({ input: { admissionNumber: '4002' } });
});
