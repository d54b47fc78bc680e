import { MantineProvider } from '@mantine/core';
import { getCheckStudent, getStudent } from '@mfuko/contract/students';
import { getWallet } from '@mfuko/contract/wallet';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../lib/queries.ts';
import { type FakeApi, prepareScreens } from '../ui/screen.testkit.tsx';
import { type StudentRead, useStudentField } from './useStudentLookup.ts';

const UNKNOWN = 'No student has that number';
let api: FakeApi;
let client = createQueryClient();
const student = ({ admissionNumber }: Record<string, unknown>) => ({
  body: {
    admissionNumber,
    names: `Student ${admissionNumber}`,
    className: 'Grade 3',
    hasFingerprint: true,
    balance: 5,
  },
});

beforeAll(async () => {
  api = await prepareScreens(['school']);
});
beforeEach(() => {
  client = createQueryClient();
  api.calls.length = 0;
  api.replies = { 'check/getStudent': student, 'wallet/getWallet': student, 'student/getStudent': student };
});
afterEach(cleanup);

function lookUp(read: StudentRead = getCheckStudent, given?: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  );
  const errors = new Set<string | null>();
  const { result } = renderHook(
    () => {
      const field = useStudentField(read, given);
      errors.add(field.error);
      return field;
    },
    { wrapper },
  );
  return {
    field: () => result.current,
    said: () => [...errors],
    type: (text: string) => act(() => result.current.setNumber(text)),
  };
}

test('useStudentLookup finds the student of a number, and drops the result when the number changes', async () => {
  const { field, type } = lookUp();
  expect(field()).toMatchObject({ number: '', status: 'none', found: null, error: null });
  type(' 40-21 ');
  expect(field()).toMatchObject({ number: '4021', status: 'looking', found: null });
  await waitFor(() => expect(field()).toMatchObject({ status: 'found', found: { names: 'Student 4021' } }));
  type('402');
  expect(field()).toMatchObject({ status: 'looking', found: null });
});

test('useStudentLookup sends one call for digits typed in one go, and none for text that is no number', async () => {
  const { field, type } = lookUp();
  for (const text of ['4', '40', '402', '4021']) type(text);
  await waitFor(() => expect(field().status).toBe('found'));
  type('no number');
  expect(field()).toMatchObject({ number: '', status: 'none' });
  expect(api.calls).toEqual([{ path: 'check/getStudent', input: { admissionNumber: '4021' } }]);
});

test.each([
  ['nobody has it', 404, 'missing', UNKNOWN],
  ['the server refuses', 403, 'refused', 'Not for you'],
] as const)('useStudentLookup shows an error when %s', async (_why, status, outcome, words) => {
  api.replies['check/getStudent'] = () => ({ status, body: { code: status, message: 'Not for you' } });
  const { field } = lookUp(getCheckStudent, '4021');
  await waitFor(() => expect(field()).toMatchObject({ status: outcome, found: null, error: words }));
});

test('useStudentLookup reports an unknown number only once typing has paused', async ({ onTestFinished }) => {
  const missing = { status: 404, body: { code: '404', message: 'No.' } };
  api.replies['check/getStudent'] = ({ admissionNumber }) =>
    admissionNumber === '402' ? missing : student({ admissionNumber });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const after = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) await act(() => vi.advanceTimersByTimeAsync(100));
  };
  const { field, said, type } = lookUp();
  type('402');
  await after(1_000);
  expect(api.calls).toHaveLength(1);
  type('4021');
  await after(1_000);
  expect(field().status).toBe('found');
  expect(said()).toEqual([null]);
  type('402');
  await after(1_000);
  expect(field()).toMatchObject({ status: 'looking', error: null });
  await after(1_000);
  expect(field()).toMatchObject({ status: 'missing', error: UNKNOWN });
});

test('useStudentLookup starts with the number of the URL, if it is numeric', async () => {
  expect(lookUp(getCheckStudent, '4021').field().number).toBe('4021');
  expect(lookUp(getCheckStudent, 'abc').field().number).toBe('');
});

test.each([
  ['a balance is', getWallet, 2],
  ['everything with a balance is', getStudent, 2],
  ['a name is not', getCheckStudent, 1],
] as const)('%s refetched when the same number is entered again', async (_what, read, calls) => {
  for (const time of [1, 2]) {
    const { field } = lookUp(read, '4021');
    await waitFor(() => expect(field().status, `time ${time}`).toBe('found'));
    cleanup();
  }
  await waitFor(() => expect(api.calls).toHaveLength(calls));
});
