import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { GuardianStep } from './GuardianStep.tsx';

const STUDENT = '01900000-0000-7000-8000-000000000007';
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['students']);
});
afterEach(cleanup);

const type = (label: RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const complete = () => fireEvent.click(screen.getByRole('button', { name: 'Complete' }));

test('GuardianStep on Complete adds the typed guardian, and stays while the phone number is missing', async () => {
  const added: unknown[] = [];
  const onComplete = vi.fn();
  api.replies['student/addContact'] = (input) => {
    added.push(input);
    return { body: { ...input, sysid: STUDENT } };
  };
  showScreen(<GuardianStep studentSYSID={STUDENT} onBack={() => {}} onComplete={onComplete} />);
  await screen.findByLabelText(/^Name/);
  type(/^Name/, 'Mama Amani');
  complete();
  await waitFor(() => expect(screen.getByLabelText(/^Phone/).getAttribute('aria-invalid')).toBe('true'));
  expect([added, onComplete.mock.calls]).toEqual([[], []]);
  type(/^Phone/, '0712345678');
  complete();
  await waitFor(() => expect(onComplete).toHaveBeenCalledOnce());
  expect(added).toMatchObject([{ name: 'Mama Amani', studentSYSID: STUDENT }]);
});

test('GuardianStep completes at once when no guardian is typed', async () => {
  const onComplete = vi.fn();
  showScreen(<GuardianStep studentSYSID={STUDENT} onBack={() => {}} onComplete={onComplete} />);
  await screen.findByLabelText(/^Name/);
  complete();
  expect(onComplete).toHaveBeenCalledOnce();
});
