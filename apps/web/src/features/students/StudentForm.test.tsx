import type { StudentDetails } from '@mfuko/contract/students';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetDrafts } from '../../ui/draft-storage.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StudentForm } from './StudentForm.tsx';

const EAST = '01900000-0000-7000-8000-000000000003';
const WEST = '01900000-0000-7000-8000-000000000004';
const GITHERI = '01900000-0000-7000-8000-000000000005';
const CHILD: StudentDetails = {
  sysid: '01900000-0000-7000-8000-000000000007',
  admissionNumber: '4001',
  names: 'Achieng Odhiambo',
  classSYSID: EAST,
  className: 'Grade 4 East',
  status: 'active',
  hasFingerprint: true,
  dateCreated: '2026-01-01T00:00:00Z',
  balance: 350,
  hasPin: true,
  allergens: [],
  blockedMenuSYSIDs: [],
  birthMonth: null,
  pinLockedUntil: null,
  fingerHeldUntil: null,
  gate: null,
  bus: null,
  dateLeft: null,
  updated: 'stamp-1',
};

let api: FakeApi;
let saved: StudentDetails[];

const sent = () => api.calls.filter(({ path }) => path === 'student/updateStudent').map(({ input }) => input);
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
async function choose(label: RegExp, option: string) {
  fireEvent.click(screen.getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

beforeAll(async () => {
  api = await prepareScreens(['students', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  saved = [];
  forgetDrafts();
  api.replies = {
    'school/getClasses': () => ({
      body: [
        { sysid: EAST, className: 'Grade 4 East', dateCreated: '', noOfStudents: 1 },
        { sysid: WEST, className: 'Grade 4 West', dateCreated: '', noOfStudents: 1 },
      ],
    }),
    'school/getMenu': () => ({
      body: [
        { sysid: GITHERI, name: 'Githeri', allergens: ['maize'], quantityPerPerson: 1, price: 35, description: '' },
      ],
    }),
    'student/updateStudent': (input) => ({ body: { ...CHILD, ...input } }),
  };
  showScreen(<StudentForm student={CHILD} onSaved={(student) => saved.push(student)} />);
});
afterEach(cleanup);

test('StudentForm sends only changed fields, and leaves the PIN field empty', async () => {
  expect((screen.getByLabelText(/^New check pin/) as HTMLInputElement).value).toBe('');
  await choose(/^Class/, 'Grade 4 West');
  save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent()).toEqual([{ sysid: CHILD.sysid, classSYSID: WEST, updated: 'stamp-1' }]);
});

test('StudentForm shows how much money remains in the wallet of a student who leaves', async () => {
  await choose(/^Status/, 'Left');
  save();
  expect(await screen.findByText('Achieng Odhiambo has left. KES 350.00 is still in the wallet.')).toBeTruthy();
  expect(sent()).toEqual([{ sysid: CHILD.sysid, status: 'left', updated: 'stamp-1' }]);
});

test('StudentForm asks for a reason only when a reason can override the refusal', async () => {
  const refusal = (reasonHelps: boolean) => () => ({
    status: 409,
    body: { code: '409', problem: 'student.inside', message: 'In school since 07:12.', detail: { reasonHelps } },
  });
  api.replies['student/updateStudent'] = refusal(false);
  await choose(/^Status/, 'Left');
  save();
  expect(await screen.findByText('In school since 07:12.')).toBeTruthy();
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  api.replies['student/updateStudent'] = refusal(true);
  save();
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Moved to Nakuru' } });
  api.replies['student/updateStudent'] = (input) => ({ body: { ...CHILD, ...input } });
  save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent().at(-1)).toEqual({
    ...{ sysid: CHILD.sysid, status: 'left', override: 'Moved to Nakuru', updated: 'stamp-1' },
  });
});

test('StudentForm shows both versions after an edit conflict, and saves the chosen values', async () => {
  const present = { ...CHILD, names: 'Achieng Otieno', admissionNumber: '4009', updated: 'stamp-2' };
  api.replies['student/updateStudent'] = (input) =>
    input.updated === 'stamp-2'
      ? { body: { ...present, ...input } }
      : { status: 409, body: { code: '409', problem: 'record.changed', message: 'no', detail: present } };
  fireEvent.change(screen.getByLabelText(/^Names/), { target: { value: 'Achieng Adhiambo' } });
  save();
  await screen.findByText('Someone else changed this in the meantime');
  const chosen = () =>
    Object.fromEntries(
      screen.getAllByRole<HTMLInputElement>('radio').map((radio) => [radio.labels?.[0]?.textContent, radio.checked]),
    );
  // Preselected: the user's version of each field edited here, the other user's version of the rest.
  expect(chosen()).toEqual({ 'Achieng Adhiambo': true, 'Achieng Otieno': false, '4001': false, '4009': true });
  fireEvent.click(screen.getByRole('radio', { name: '4001' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Achieng Otieno' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save the choices' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent().at(-1)).toEqual({ sysid: CHILD.sysid, admissionNumber: '4001', updated: 'stamp-2' });
});

test('StudentForm sends typed allergens, those of the menu, and blocked menu items', async () => {
  const allergens = screen.getByLabelText(/^May not eat/, { selector: 'input' });
  allergens.focus();
  fireEvent.change(allergens, { target: { value: 'Peanut,' } });
  fireEvent.blur(allergens);
  fireEvent.click(allergens);
  fireEvent.click(await screen.findByRole('option', { name: 'maize', hidden: true }));
  fireEvent.click(screen.getByLabelText(/^Blocked menu items/, { selector: 'input' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Githeri', hidden: true }));
  save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent()).toEqual([
    { sysid: CHILD.sysid, allergens: ['peanut', 'maize'], blockedMenuSYSIDs: [GITHERI], updated: 'stamp-1' },
  ]);
});

test('StudentForm restores its draft without the new PIN, and discards it on request', async () => {
  const names = () => screen.getByLabelText<HTMLInputElement>(/^Names/);
  fireEvent.change(names(), { target: { value: 'Achieng Atieno' } });
  fireEvent.change(screen.getByLabelText(/^New check pin/), { target: { value: '274951' } });
  await choose(/^Class/, 'Grade 4 West');
  cleanup();
  showScreen(<StudentForm student={CHILD} onSaved={(student) => saved.push(student)} />);
  expect(await screen.findByText('What you typed before is back.')).toBeTruthy();
  expect(names().value).toBe('Achieng Atieno');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Class/ }).value).toBe('Grade 4 West');
  expect(screen.getByLabelText<HTMLInputElement>(/^New check pin/).value).toBe('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('274951');
  fireEvent.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(names().value).toBe('Achieng Odhiambo');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Class/ }).value).toBe('Grade 4 East');
  expect(screen.queryByText('What you typed before is back.')).toBeNull();
});

test('StudentForm does not restore a draft of an older version of the student', async () => {
  fireEvent.change(screen.getByLabelText(/^Names/), { target: { value: 'Achieng Atieno' } });
  cleanup();
  showScreen(<StudentForm student={{ ...CHILD, updated: 'stamp-2' }} onSaved={(student) => saved.push(student)} />);
  expect(screen.getByLabelText<HTMLInputElement>(/^Names/).value).toBe('Achieng Odhiambo');
});

test('StudentForm deletes its draft once it is saved', async () => {
  fireEvent.change(screen.getByLabelText(/^Names/), { target: { value: 'Achieng Atieno' } });
  save();
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 10_000 });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Atieno');
});
