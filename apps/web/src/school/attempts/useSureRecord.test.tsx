import { choosePin } from '@mfuko/contract/own-pin';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { describe as describeFault } from '../../lib/problems.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { useSureRecord } from './useSureRecord.ts';

// Between two questions nobody waits here.
vi.mock('./outcome.ts', async (original) => ({ ...(await original<object>()), PAUSES_MS: [0, 0, 0] }));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['ui']);
});
const heard: string[] = [];
beforeEach(() => {
  [heard.length, api.calls.length] = [0, 0];
  api.replies = { [choosePin.path]: lose };
});
afterEach(cleanup);

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
  ['void, as not recorded', 'void', undefined, /nothing was recorded: try again/],
])('a lost answer is told where it was %s', async (_, outcome, answer, words) => {
  becomes(outcome, answer);
  showScreen(<Form />);
  expect(await press('5921')).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  expect(sent()).toEqual(['5921']);
});

test('where nobody can tell, the next press asks first, and does nothing twice', async () => {
  api.replies['wallet/closeAttempt'] = lose;
  showScreen(<Form />);
  expect(await press('5921')).toMatch(/^The answer did not come/);
  expect(await press('5921')).toMatch(/^The answer did not come/);
  becomes('recorded', { names: 'Amina Juma' });
  expect(await press('5921')).toBe('Amina Juma');
  expect(sent()).toEqual(['5921']);
});

test('another PIN than the one that was lost is another press, also where that one was recorded', async () => {
  api.replies['wallet/closeAttempt'] = lose;
  showScreen(<Form />);
  await press('5921');
  becomes('recorded', { names: 'Of before' });
  api.replies[choosePin.path] = () => ({ body: { names: 'Of now' } });
  expect(await press('7306')).toBe('Of now');
  expect(sent()).toEqual(['5921', '7306']);
});

test('a press that is under way is not ended by the next one', async () => {
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

test('of a call that belongs to no school nothing is asked: its key would be called not recorded', async () => {
  const mine = { ...choosePin, school: 'none' } as typeof choosePin;
  function Own() {
    const save = useSureRecord(mine, { onError: (error) => heard.push(describeFault(error).title) });
    return (
      <button type="button" onClick={() => save.mutate({ admissionNumber: '4001', pin: '1357', newPin: '5921' })}>
        5921
      </button>
    );
  }
  showScreen(<Own />);
  expect(await press('5921')).toBe('General Failure');
  expect(api.calls.map(({ path }) => path)).toEqual([choosePin.path]);
});
