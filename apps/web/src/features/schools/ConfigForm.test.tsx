import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ConfigForm } from './ConfigForm.tsx';

const SCHOOL = '01900000-0000-7000-8000-000000000005';
const SECRETS = ['consumerKey', 'consumerSecret', 'securityCredential', 'lnmPassWord', 'apiPassword'];
const FIELDS = [
  'Contact name',
  'Contact number',
  'Contact email',
  'Paybill number',
  'LNM shortcode',
  'Account prefix',
  'Consumer key',
  'Consumer secret',
  'Initiator',
  'Security credential',
  'LNM password',
  'API user',
  'API password',
];
const OPEN = {
  contactName: 'Jane',
  contactNumber: '254712000111',
  contactEmail: 'jane@school.example',
  shortCode: '600100',
  lnmShortCode: '174379',
  accountPrefix: 'SUN',
  initiator: 'operator',
  apiUser: 'api',
};
let api: FakeApi;
const done = vi.fn();

function configured(set: boolean) {
  const state = {
    set,
    last4: set ? '9876' : null,
    updatedAt: set ? '2026-03-09T07:05:00Z' : null,
    updatedBy: set ? 'Njeri Kariuki' : null,
  };
  const open = set ? OPEN : Object.fromEntries(Object.keys(OPEN).map((name) => [name, null]));
  return { schoolSYSID: SCHOOL, ...open, ...Object.fromEntries(SECRETS.map((name) => [name, state])) };
}
const passwords = () => [...document.querySelectorAll<HTMLInputElement>('input[type=password]')];
const complete = () => fireEvent.click(screen.getByRole('button', { name: 'Complete' }));

beforeAll(async () => {
  api = await prepareScreens(['schools']);
});
beforeEach(() => {
  sessionStorage.clear();
  api.calls.length = 0;
  done.mockReset();
});
afterEach(cleanup);

function show(set: boolean) {
  api.replies = {
    'school/getSchoolConfig': () => ({ body: configured(set) }),
    'school/schoolConfig': () => ({ body: { sysid: SCHOOL } }),
  };
  showScreen(<ConfigForm schoolSYSID={SCHOOL} onDone={done} />);
  return screen.findByRole('button', { name: 'Complete' });
}

test('ConfigForm never fills in stored secrets, and sends empty values for those not replaced', async () => {
  await show(true);
  expect(passwords()).toEqual([]);
  expect(screen.getAllByText('Set, ends in 9876 · 09/03/2026 10:05 · by Njeri Kariuki')).toHaveLength(5);
  fireEvent.click(screen.getByRole('button', { name: 'Replace Consumer key' }));
  expect(passwords().map(({ value, autocomplete }) => [value, autocomplete])).toEqual([['', 'off']]);
  complete();
  await waitFor(() => expect(done).toHaveBeenCalled());
  const sent = api.calls.find(({ path }) => path === 'school/schoolConfig')?.input;
  expect(sent).toMatchObject({ ...OPEN, schoolSYSID: SCHOOL });
  expect(SECRETS.map((name) => sent?.[name])).toEqual(['', '', '', '', '']);
});

test('ConfigForm without a configuration requires each field but the account prefix, and lists them', async () => {
  await show(false);
  const fields = [...document.querySelectorAll('input')];
  expect(fields.map(({ labels }) => labels?.[0]?.textContent?.replace(/ \*$/, ''))).toEqual(FIELDS);
  complete();
  for (const field of FIELDS.filter((name) => name !== 'Account prefix'))
    expect(await screen.findAllByText(`Please provide a valid ${field}.`)).toHaveLength(1);
  expect(screen.queryByText('Please provide a valid Account prefix.')).toBeNull();
  expect(api.calls.some(({ path }) => path === 'school/schoolConfig')).toBe(false);
  const said = screen.getByRole('alert').querySelectorAll('li button');
  expect([...said].map(({ textContent }) => textContent)).toEqual(FIELDS.filter((name) => name !== 'Account prefix'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Contact name/)));
});

test('ConfigForm accepts a paybill number typed in groups, and focuses one that is too short', async () => {
  await show(true);
  const paybill = screen.getByLabelText(/^Paybill number/);
  fireEvent.change(paybill, { target: { value: '600-1' } });
  complete();
  await waitFor(() => expect(document.activeElement).toBe(paybill));
  expect(done).not.toHaveBeenCalled();
  fireEvent.change(paybill, { target: { value: '600 100' } });
  complete();
  await waitFor(() => expect(done).toHaveBeenCalled());
});

test('ConfigForm restores its draft with the open fields, but stores no secret in it', async () => {
  await show(false);
  fireEvent.change(screen.getByLabelText(/^Contact name/), { target: { value: 'Jane' } });
  for (const field of passwords()) fireEvent.change(field, { target: { value: 'very-secret' } });
  expect(JSON.stringify({ ...sessionStorage })).toContain('Jane');
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('very-secret');
  cleanup();
  await show(false);
  expect((screen.getByLabelText(/^Contact name/) as HTMLInputElement).value).toBe('Jane');
  expect(passwords().map(({ value }) => value)).toEqual(['', '', '', '', '']);
});
