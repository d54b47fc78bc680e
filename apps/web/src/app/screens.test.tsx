import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { START } from '../lib/scanner/machine.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { SCREENS } from './routes-table.ts';

/** Fields and columns that the specification names for each screen, in its order. Screens may have more of them. */

vi.mock('@tanstack/react-router', () => ({
  Link: 'a',
  createLink: () => 'a',
  useSearch: () => ({}),
  useNavigate: () => () => undefined,
  useBlocker: () => ({ status: 'idle' }),
}));
vi.mock('../lib/scanner/useScanner.ts', () => ({
  useScanner: () => ({
    state: START,
    open: false,
    connect() {},
    capture() {},
    flush() {},
    disconnect() {},
  }),
}));

const LONG_AGO = '2024-01-01T09:00:00.000Z';
/** Answers to calls that all screens make. */
const ANSWERS: FakeApi['replies'] = {
  'school/getMealPlan': () => ({ body: { windows: [], updated: 'stamp' } }),
  'reports/todo': () => ({ body: { counts: { erasures: 0 }, setup: { dismissed: true, done: {} } } }),
};
let api: FakeApi;

beforeAll(async () => {
  const texts = Object.keys(import.meta.glob('../locales/en/*.json')).map((file) => file.replace(/.*\/|\.json$/g, ''));
  api = await prepareScreens(texts);
  api.replies = { ...ANSWERS };
});
afterEach(() => {
  cleanup();
  api.replies = { ...ANSWERS };
});

async function show(path: string): Promise<void> {
  const page = await SCREENS.find((one) => one.path === path)?.page?.();
  if (!page) throw new Error(`No screen has the path ${path}.`);
  showScreen(createElement(page));
}

/** Returns the texts of `asked` that are shown, in the order of the screen. */
function shown(elements: readonly Element[], asked: readonly string[]): string[] {
  const texts = elements.map(({ textContent }) => textContent.replace(/\s*\*$/, '').trim());
  return texts.filter((text) => asked.includes(text));
}

test.each<[path: string, fields: string[], button: string]>([
  ['school.add', ['School code', 'Official name', 'Short name', 'P.O box', 'Town', 'County', 'Logo'], 'Create school'],
  ['class.add', ['Class name'], 'Add class'],
  ['profile.add', ['Phone number', 'Email', 'First name', 'Last name(s)', 'Password', 'Confirm password'], 'Add user'],
  ['device.add', ['Serial number', 'Device label', 'Device role', 'School'], 'Link device'],
  ['student.add', ['Admission number', 'First name', 'Last name', 'Class', 'Check pin'], 'Next'],
  ['student.add.item', ['Admission number', 'Item name', 'Quantity', 'Price (KES)'], 'Complete'],
  ['student.add.fingerprint', ['Admission number'], 'Save Fingerprint'],
  ['school.add.menu', ['Item name', 'Quantity per person', 'Description'], 'Complete'],
  ['cashout.fingerprint', ['Admission number', 'Amount (KES)'], 'Cashout'],
  ['cashout.pin', ['Admission number', 'Amount (KES)', 'Pin'], 'Cashout'],
  ['school.bus.enter', ['Admission number', 'Bus number plate'], 'Check In'],
  ['school.bus.exit', ['Admission number', 'Bus number plate'], 'Check Out'],
  ['school.bus.kids', ['Admission number', 'Bus number plate'], 'On Bus'],
])('%s has the fields %j and the button %s', async (path, fields, button) => {
  await show(path);
  await screen.findByRole('button', { name: button });
  await waitFor(() => expect(shown([...document.querySelectorAll('label')], fields)).toEqual(fields));
});

test.each<[path: string, call: string, row: object, columns: string[], actions: RegExp[]]>([
  [
    'school.view',
    'school/getSchools',
    { sysid: '1', schoolCode: 'K1', officialName: 'Kilimo', noOfStudents: 3, status: 'active', dateCreated: LONG_AGO },
    ['School code', 'Official name', 'Short name', 'P.O box', 'Town', 'Date registered'],
    [/^View/, /^Edit/, /^Delete/],
  ],
  [
    'student.view',
    'student/getStudents',
    { sysid: '1', admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 5', status: 'active' },
    ['Admission no.', 'Names', 'Class'],
    [/^Edit/, /^Delete/],
  ],
  [
    'class.view',
    'school/getClasses',
    { sysid: '1', className: 'Grade 5', noOfStudents: 0, dateCreated: LONG_AGO },
    ['Name', 'Date created'],
    [/^Edit/, /^Delete/],
  ],
  [
    'profile.view',
    'school/getProfiles',
    { sysid: '1', firstName: 'Kamau', lastName: 'Otieno', role: 'CheckAgent', duties: ['gate'], status: 'active' },
    ['Names', 'Phone number', 'Email'],
    [/^Edit/, /^Delete/],
  ],
  [
    'school.menu.view',
    'school/getMenu',
    { sysid: '1', name: 'Githeri', quantityPerPerson: 2, price: 35, dateCreated: LONG_AGO },
    ['Item name', 'Description', 'Quantity per person', 'Date created'],
    [/^Edit/, /^Delete/],
  ],
  [
    'student.balances',
    'wallet/getBalances',
    {
      ...{ sysid: '1', admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 5', status: 'active' },
      ...{ balance: 35, lastIn: LONG_AGO, trend: [40, 35] },
    },
    ['Admission number', 'Names', 'Class', 'Balance (KES)'],
    [],
  ],
  [
    'report.bus',
    'reports/busLatest',
    { student: { admissionNumber: '4001', names: 'Amina Juma' }, class: {}, label: 'East', busNumberPlate: 'KDA 1A' },
    ['Admission number', 'Names', 'Class', 'Bus'],
    [/^View Route/],
  ],
])('%s lists the specified columns in order, with their actions', async (path, call, row, columns, actions) => {
  api.replies[call] = () => ({ body: [row], headers: { 'X-Total-Count': '1' } });
  await show(path);
  await screen.findByText('1 - 1 of 1');
  expect(shown(screen.getAllByRole('columnheader'), columns)).toEqual(columns);
  for (const name of actions) expect(screen.getAllByRole('button', { name })).not.toEqual([]);
});

test('Upload Pocket Money offers one student, a spreadsheet and M-Pesa', async () => {
  await show('student.upload.money');
  for (const name of ['One student', 'A spreadsheet', 'By M-Pesa']) await screen.findByRole('radio', { name });
});

test('student upload accepts files up to 3 MB, and offers a template', async () => {
  await show('student.upload');
  await screen.findByText(/At most 5,000 rows and 3 MB/);
  screen.getByText('Download the spreadsheet template');
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await screen.findByText('Please choose a valid document.');
  const input = document.querySelector('input[type=file]') ?? document.body;
  const choose = (bytes: number) =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], 'list.xlsx')] } });
  choose(3 * 1024 * 1024);
  await screen.findByText(/list\.xlsx/);
  choose(3 * 1024 * 1024 + 1);
  await screen.findByText('The file is larger than 3 MB');
});
