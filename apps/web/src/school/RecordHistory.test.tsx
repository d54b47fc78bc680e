import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { i18n } from '../lib/i18n.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { RecordHistory } from './RecordHistory.tsx';

const ID = '01900000-0000-7000-8000-000000000001';
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['history']);
});
beforeEach(() => i18n.changeLanguage('en'));
afterEach(cleanup);

function answer(rows: object[]): void {
  api.replies['reports/getHistory'] = () => ({ body: rows });
}

const change = (field: string, from: unknown, to: unknown, secret = false) => ({ field, from, to, secret });
const row = {
  sysid: ID,
  date: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  action: 'menu.update',
  by: 'Wanjiru Otieno',
  changes: [
    change('price', 50, 60.5),
    change('deviceRole', 'CHECKIN', 'CANTEEN'),
    change('label', 'gate', null),
    change('favouriteColour', 'red', 'blue'),
    change('consumerKey', null, null, true),
  ],
};

test("RecordHistory shows author, time and each field's old and new value, and hides secret values", async () => {
  answer([row]);
  showScreen(<RecordHistory kind="menu-item" sysid={ID} />);
  await screen.findByText('Changed by Wanjiru Otieno');
  expect(screen.getByText(/^3 hours ago · \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeTruthy();
  const said = (field: string) => within(screen.getByText(field).parentElement as HTMLElement).getByRole('definition');
  expect(said('Price (KES)').textContent).toBe('from 50.00 to 60.50');
  expect(said('Device role').textContent).toBe('from Check In to Canteen');
  expect(said('Label').textContent).toBe('from gate to nothing');
  expect(said('Favourite colour').textContent).toBe('from red to blue');
  expect(said('Consumer key').textContent).toBe('changed');
});

test("RecordHistory shows a read list's row count without an old value", async () => {
  answer([{ ...row, action: 'school.read-list', changes: [change('rows', null, 210)] }]);
  showScreen(<RecordHistory kind="school" sysid={ID} />);
  await screen.findByText('List of students viewed by Wanjiru Otieno');
  expect(screen.getByRole('definition').textContent).toBe('210');
});

test('RecordHistory is translated to Kiswahili, and falls back to the readable action name without a translation', async () => {
  await i18n.changeLanguage('sw');
  answer([{ ...row, action: 'bus.sent-to-garage', changes: [] }, row]);
  showScreen(<RecordHistory kind="bus" sysid={ID} />);
  await screen.findByText('Sent to garage na Wanjiru Otieno');
  screen.getByText('Imebadilishwa na Wanjiru Otieno');
});

test('RecordHistory shows an empty state, and a failed load with a retry button', async () => {
  answer([]);
  showScreen(<RecordHistory kind="bus" sysid={ID} />);
  await screen.findByText('Nothing has been changed yet.');
  cleanup();
  api.replies['reports/getHistory'] = () => ({
    status: 500,
    body: { code: '500', message: 'Something went wrong on our side.', problem: 'server.fault' },
  });
  showScreen(<RecordHistory kind="bus" sysid={ID} />);
  await screen.findByText('Something went wrong on our side.');
  answer([row]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Changed by Wanjiru Otieno');
});

test('RecordHistory names the list of students that was read by its screen, in both languages', async () => {
  const read = [change('list', null, 'student/getStudents'), change('rows', null, 1130)];
  for (const [language, entry, list] of [
    ['en', 'List of students viewed by Wanjiru Otieno', 'View Students'],
    ['sw', 'Orodha ya wanafunzi imetazamwa na Wanjiru Otieno', 'Tazama Wanafunzi'],
  ] as const) {
    await i18n.changeLanguage(language);
    answer([{ ...row, action: 'school.read-list', changes: read }]);
    showScreen(<RecordHistory kind="school" sysid={ID} />);
    await screen.findByText(entry);
    const said = screen.getAllByRole('definition').map(({ textContent }) => textContent ?? '');
    expect(said).toEqual([list, '1,130']);
    cleanup();
  }
});
