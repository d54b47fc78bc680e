import { type Role, read } from '@mfuko/contract/endpoint';
import { choosePin } from '@mfuko/contract/own-pin';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { describe as describeFault } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { enterUnkept } from '../../lib/session.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { useSureRecord } from './useSureRecord.ts';

// No pauses between the requests for an outcome.
vi.mock('./outcome.ts', async (original) => ({ ...(await original<object>()), PAUSES_MS: [0, 0, 0] }));

const OFFICE = { token: 't', userName: '254700000001' };
let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['ui']);
});
const heard: string[] = [];
beforeEach(() => {
  [heard.length, api.calls.length] = [0, 0];
  api.replies = { [choosePin.path]: lose };
});
afterEach(() => {
  cleanup();
  forgetSchool();
  enterUnkept({ ...OFFICE, role: 'SchoolAdmin' });
});

function lose(): never {
  throw new TypeError('Failed to fetch');
}
function Form() {
  const save = useSureRecord(choosePin, {
    onDone: ({ names }) => heard.push(names),
    onError: (error) => heard.push(describeFault(error).message),
  });
  return ['5921', '7306'].map((newPin) => (
    <button key={newPin} type="button" onClick={() => save.mutate({ admissionNumber: '4001', pin: '1357', newPin })}>
      {newPin}
    </button>
  ));
}
const press = async (pin: string) => {
  const before = heard.length;
  fireEvent.click(await screen.findByRole('button', { name: pin }));
  await waitFor(() => expect(heard).toHaveLength(before + 1));
  return heard.at(-1);
};
const becomes = (outcome: string, answer?: unknown) => {
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome, ...(answer === undefined ? {} : { answer }) } });
};
const sent = () => api.calls.filter(({ path }) => path === choosePin.path).map(({ input }) => input.newPin);

test.each([
  ['recorded, as its answer', 'recorded', { names: 'Amina Juma' }, 'Amina Juma'],
  ['recorded, where the answer needs a second factor, as done', 'recorded', undefined, /^This was recorded; only/],
  ['refused, as the refusal', 'refused', { code: '422', message: 'Wrong PIN', problem: 'pin.wrong' }, 'Wrong PIN'],
  ['void, as not recorded', 'void', undefined, /nothing was recorded\. Try again/],
])('useSureRecord reports a lost answer that was %s', async (_, outcome, answer, words) => {
  becomes(outcome, answer);
  showScreen(<Form />);
  expect(await press('5921')).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  expect(sent()).toEqual(['5921']);
});

test.each([
  ['recorded, and its answer is not told', () => becomes('recorded')],
  [
    'not known',
    () => {
      api.replies['wallet/closeAttempt'] = lose;
    },
  ],
])('useSureRecord refetches the shown data when the outcome is %s', async (_, meanwhile) => {
  meanwhile();
  api.replies['student/read'] = () => ({ body: {} });
  const shown = read('student/read', { access: { roles: ['SchoolAdmin'] }, input: z.object({}), output: z.object({}) });
  function Shown() {
    useCall(shown, {});
    const save = useSureRecord(choosePin, { refresh: [shown], onError: () => heard.push('told') });
    return (
      <button type="button" onClick={() => save.mutate({ admissionNumber: '4001', pin: '1357', newPin: '5921' })}>
        5921
      </button>
    );
  }
  showScreen(<Shown />);
  await press('5921');
  await waitFor(() => expect(api.calls.filter(({ path }) => path === 'student/read')).toHaveLength(2));
});

test("useSureRecord shows the server's own message for a 503 once the outcome is void", async () => {
  api.replies[choosePin.path] = () => ({
    status: 503,
    body: { code: '503', message: 'M-Pesa cannot be reached', problem: 'payment.provider-down' },
  });
  becomes('void');
  showScreen(<Form />);
  expect(await press('5921')).toBe('M-Pesa cannot be reached');
});

test('useSureRecord asks the unknown outcome before a repeated press, and sends the call only once', async () => {
  api.replies['wallet/closeAttempt'] = lose;
  showScreen(<Form />);
  expect(await press('5921')).toMatch(/^No answer came/);
  expect(await press('5921')).toMatch(/^No answer came/);
  becomes('recorded', { names: 'Amina Juma' });
  expect(await press('5921')).toBe('Amina Juma');
  expect(sent()).toEqual(['5921']);
});

test('useSureRecord sends a press with another PIN as a new call, even when the lost one was recorded', async () => {
  api.replies['wallet/closeAttempt'] = lose;
  showScreen(<Form />);
  await press('5921');
  becomes('recorded', { names: 'Of before' });
  api.replies[choosePin.path] = () => ({ body: { names: 'Of now' } });
  expect(await press('7306')).toBe('Of now');
  expect(sent()).toEqual(['5921', '7306']);
});

test('useSureRecord does not close a call in flight when the next one starts', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  api.replies[choosePin.path] = ({ newPin }) => (newPin === '5921' ? promise : { body: { names: 'Second' } });
  showScreen(<Form />);
  fireEvent.click(await screen.findByRole('button', { name: '5921' }));
  await waitFor(() => expect(sent()).toEqual(['5921']));
  await press('7306');
  resolve({ body: { names: 'First' } });
  await waitFor(() => expect(heard).toContain('Second'));
  expect(api.calls.some(({ path }) => path === 'wallet/closeAttempt')).toBe(false);
});

/** Presses once with that role and picked school, and returns which call asked for the outcome and with which school's header. */
async function askedFor(school: 'none' | 'optional', role: Role, picked: string | null) {
  enterUnkept({ ...OFFICE, role });
  if (picked) pickSchool({ sysid: picked, shortName: 'DEMO' });
  const closed: string[] = [];
  for (const path of ['auth/closeAttempt', 'wallet/closeAttempt'])
    api.replies[path] = (_, sent) => {
      closed.push(`${path} ${sent.get('school')}`);
      return { body: { outcome: 'recorded', answer: { names: 'Amina Juma' } } };
    };
  const endpoint = { ...choosePin, school } as typeof choosePin;
  function Own() {
    const save = useSureRecord(endpoint, { onDone: ({ names }) => heard.push(names) });
    return (
      <button type="button" onClick={() => save.mutate({ admissionNumber: '4001', pin: '1357', newPin: '5921' })}>
        5921
      </button>
    );
  }
  showScreen(<Own />);
  expect(await press('5921')).toBe('Amina Juma');
  return closed;
}

test.each([
  ['none', 'Admin', null, 'auth/closeAttempt null'],
  ['none', 'Admin', 'a-school', 'auth/closeAttempt null'],
  ['optional', 'Admin', null, 'auth/closeAttempt null'],
  ['optional', 'Admin', 'a-school', 'wallet/closeAttempt a-school'],
  ['none', 'SchoolAdmin', 'a-school', 'wallet/closeAttempt null'],
  ['optional', 'SchoolAdmin', 'a-school', 'wallet/closeAttempt null'],
] as const)(
  'useSureRecord: a call with school %s of a %s who has picked %s is asked about where its key lies',
  async (school, role, picked, where) => {
    expect(await askedFor(school, role, picked)).toEqual([where]);
  },
);

test('useSureRecord asks a lost press in its own school, and sends the same press anew in another school', async () => {
  enterUnkept({ ...OFFICE, role: 'Admin' });
  pickSchool({ sysid: 'a-school', shortName: 'DEMO' });
  api.replies['wallet/closeAttempt'] = lose;
  showScreen(<Form />);
  await press('5921');
  const asked: (string | null)[] = [];
  api.replies['wallet/closeAttempt'] = (_, sent) => {
    asked.push(sent.get('school'));
    return { body: { outcome: 'recorded', answer: { names: 'Of the other school' } } };
  };
  api.replies[choosePin.path] = () => ({ body: { names: 'Of this school' } });
  act(() => pickSchool({ sysid: 'another-school', shortName: 'OTHER' }));
  expect(await press('5921')).toBe('Of this school');
  expect(asked).toEqual(['a-school']);
});
