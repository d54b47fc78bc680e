import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ScannerState, START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ReenrolDialog } from './ReenrolDialog.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, flush: () => {}, scan: (_: string) => {} }));
vi.mock('../../lib/scanner/useScanner.ts', async () => {
  const { useState } = await import('react');
  return {
    useScanner: () => {
      const [state, setState] = useState(scanner.state);
      scanner.scan = (Template) => setState({ ...(state as ScannerState), template: { Template } });
      return { ...scanner, state } as unknown as ScannerInUse;
    },
  };
});

const CHILD = { sysid: '01900000-0000-7000-8000-000000000007', names: 'Amani Mwende' };
const MARY = { sysid: '01900000-0000-7000-8000-000000000008', name: 'Mary Mwende', mobileNumber: '254722000111' };
const ENROLLED = [{ finger: 'left-thumb', impressions: 3, dateEnrolled: '2025-01-01T08:00:00Z', enrolledBy: 'A' }];
let api: FakeApi;
let onClose: () => void;
const done = { replaced: 3, until: '2027-01-01T08:00:00Z', heldUntil: null };
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const sent = () => api.calls.filter(({ path }) => path === 'student/enrolAnew').map(({ input }) => input);
const refuse = (problem: string, detail: object = {}) => {
  api.replies['student/enrolAnew'] = () => ({ status: 422, body: { code: '422', problem, message: 'No.', detail } });
};

beforeAll(async () => {
  api = await prepareScreens(['fingerprints', 'school']);
});
beforeEach(() => {
  scanner.state = START;
  scanner.flush = vi.fn();
  onClose = vi.fn();
  api.calls.length = 0;
  api.replies = {
    'student/getFingerprints': () => ({ body: ENROLLED, headers: { 'X-Total-Count': '1' } }),
    'student/getContacts': () => ({ body: [MARY], headers: { 'X-Total-Count': '1' } }),
    'student/enrolAnew': () => ({ body: done }),
  };
});
afterEach(cleanup);

async function show(student: object = {}) {
  showScreen(<ReenrolDialog student={{ ...CHILD, ...student }} onClose={onClose} />);
  await screen.findByText('Left thumb: 0 of 3 impressions');
}
async function scan(...pictures: string[]) {
  for (const picture of pictures) await act(async () => scanner.scan(picture));
}
const type = (pin: string) =>
  fireEvent.change(screen.getByLabelText(/^PIN of the student/), { target: { value: pin } });

test('ReenrolDialog sends nothing before the third capture and the PIN, and then three captures with the PIN', async () => {
  await show();
  const submit = () => fireEvent.submit(button('Enrol again').form as HTMLFormElement);
  type('274951');
  for (const picture of ['YQ==', 'Yg==']) {
    expect(button('Enrol again').disabled).toBe(true);
    submit();
    await scan(picture);
  }
  expect(button('Enrol again').disabled).toBe(true);
  submit();
  type('');
  await scan('Yw==', 'ZA==');
  expect(button('Enrol again').disabled).toBe(true);
  submit();
  expect(sent()).toEqual([]);
  type('274951');
  await screen.findByText('Left thumb: 3 of 3 impressions');
  // The reader is asked for another capture after the first and the second.
  expect(scanner.flush).toHaveBeenCalledTimes(2);
  fireEvent.click(button('Enrol again'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const captures = ['YQ==', 'Yg==', 'Yw=='].map((picture) => expect.objectContaining({ B64Fingerprint: picture }));
  expect(sent()).toEqual([{ studentSYSID: CHILD.sysid, finger: 'left-thumb', captures, pin: '274951' }]);
});

test('ReenrolDialog restarts captures that were refused, and keeps them when only the PIN was wrong', async () => {
  await show();
  type('274951');
  await scan('YQ==', 'Yg==', 'Yw==');
  refuse('pin.wrong');
  fireEvent.click(button('Enrol again'));
  await waitFor(() => expect((screen.getByLabelText(/^PIN of the student/) as HTMLInputElement).value).toBe(''));
  screen.getByText('Left thumb: 3 of 3 impressions');
  refuse('fingerprint.not-renewed', { why: 'apart' });
  type('274951');
  fireEvent.click(button('Enrol again'));
  await screen.findByText('The three scans do not match each other. Scan the same finger three times.');
  screen.getByText('Left thumb: 0 of 3 impressions');
});

test("ReenrolDialog of a student without PIN accepts a listed guardian's code, and offers no new guardian", async () => {
  await show({ hasPin: false });
  expect((screen.getByRole('radio', { name: /by PIN/ }) as HTMLInputElement).disabled).toBe(true);
  fireEvent.click(await screen.findByRole('radio', { name: /Mary Mwende/ }));
  expect(screen.queryByRole('button', { name: 'Another guardian' })).toBe(null);
  fireEvent.change(screen.getByLabelText(/^Guardian's code/), { target: { value: '123456' } });
  await scan('YQ==', 'Yg==', 'Yw==');
  fireEvent.click(button('Enrol again'));
  await waitFor(() => expect(sent()).toMatchObject([{ consentCode: '123456' }]));
  expect(sent()[0]).not.toHaveProperty('pin');
});

test("ReenrolDialog clears a wrong guardian's code and keeps the captures", async () => {
  await show({ hasPin: false });
  fireEvent.click(await screen.findByRole('radio', { name: /Mary Mwende/ }));
  const code = () => screen.getByLabelText(/^Guardian's code/) as HTMLInputElement;
  fireEvent.change(code(), { target: { value: '123456' } });
  await scan('YQ==', 'Yg==', 'Yw==');
  refuse('fingerprint.consent-code');
  fireEvent.click(button('Enrol again'));
  await waitFor(() => expect(code().value).toBe(''));
  screen.getByText('Left thumb: 3 of 3 impressions');
  expect(button('Enrol again').disabled).toBe(true);
});

test('ReenrolDialog drops the captures of one finger when another is chosen', async () => {
  const two = [...ENROLLED, { ...ENROLLED[0], finger: 'right-thumb' }];
  api.replies['student/getFingerprints'] = () => ({ body: two, headers: { 'X-Total-Count': '2' } });
  await show();
  type('274951');
  await scan('YQ==', 'Yg==', 'Yw==');
  expect(button('Enrol again').disabled).toBe(false);
  fireEvent.click(screen.getByRole('combobox', { name: 'Finger' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Right thumb' }));
  await screen.findByText('Right thumb: 0 of 3 impressions');
  expect(button('Enrol again').disabled).toBe(true);
  await scan('ZA==', 'ZQ==', 'Zg==');
  fireEvent.click(button('Enrol again'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const captures = ['ZA==', 'ZQ==', 'Zg=='].map((picture) => expect.objectContaining({ B64Fingerprint: picture }));
  expect(sent()).toEqual([{ studentSYSID: CHILD.sysid, finger: 'right-thumb', captures, pin: '274951' }]);
});
