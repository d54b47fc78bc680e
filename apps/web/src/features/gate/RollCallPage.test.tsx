import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { RollCallPage } from './RollCallPage.tsx';

const SYSID = '01900000-0000-7000-8000-000000000005';
const AMINA = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 3' };
const BARAKA = { admissionNumber: '4002', names: 'Baraka Otieno', className: 'Grade 3' };
const RUNNING = {
  ...{
    sysid: SYSID,
    reason: 'Smoke in the kitchen',
    opened: '2026-11-23T08:00:00.000Z',
    closed: null as string | null,
  },
  ...{ expected: 3, accounted: 1, missing: [AMINA, BARAKA], others: [] as object[], ticks: [] as object[] },
};

let api: FakeApi;
/** The roll call as the server has it; null where there was none yet. */
let rollCall: typeof RUNNING | null;
let away: boolean;

const ticks = () =>
  api.calls
    .filter(({ path }) => path === 'check/tick')
    .map(({ input }) => input as { ticks: Record<string, string>[] });

beforeAll(async () => {
  api = await prepareScreens(['campus']);
});
beforeEach(() => {
  sessionStorage.clear();
  api.calls.length = 0;
  rollCall = RUNNING;
  away = false;
  api.replies = {
    'auth/me': () => ({
      body: { role: 'SchoolAdmin', userName: '254700000002', names: 'Kamau Wafula', duties: [], school: null },
    }),
    'check/getRollCall': () =>
      rollCall
        ? { body: rollCall }
        : { status: 404, body: { code: '404', message: 'There is none.', problem: 'roll-call.not-found' } },
    'check/tick': (input) => {
      if (away) return { status: 503, body: { code: '503', message: 'Busy.', problem: 'server.busy' } };
      const numbers = (input as { ticks: { admissionNumber: string }[] }).ticks.map((one) => one.admissionNumber);
      const missing = (rollCall ?? RUNNING).missing.filter((child) => !numbers.includes(child.admissionNumber));
      rollCall = { ...(rollCall ?? RUNNING), missing, accounted: 3 - missing.length };
      return { body: { accounted: rollCall.accounted, expected: 3, unknown: [] } };
    },
    'check/openRollCall': () => {
      rollCall = RUNNING;
      return { body: { sysid: SYSID, expected: 3 } };
    },
    'check/closeRollCall': () => {
      rollCall = { ...(rollCall ?? RUNNING), closed: '2026-11-23T08:12:00.000Z' };
      return { body: { accounted: 1, missing: [AMINA, BARAKA], seconds: 720 } };
    },
  };
});
afterEach(cleanup);

test('a press ticks a child off, who leaves the list at once', async () => {
  showScreen(<RollCallPage />);
  fireEvent.click(await screen.findByRole('button', { name: /Amina Juma/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Amina Juma/ })).toBeNull());
  await screen.findByText('2 of 3');
  expect(ticks()).toMatchObject([
    { sysid: SYSID, ticks: [{ admissionNumber: '4001', by: expect.stringMatching(/^(Kamau Wafula|SchoolAdmin)$/) }] },
  ]);
});

test('a number ticks as a press does, and the field waits for the next', async () => {
  showScreen(<RollCallPage />);
  const number = await screen.findByRole('textbox', { name: 'Admission number' });
  fireEvent.change(number, { target: { value: '4002' } });
  fireEvent.click(screen.getByRole('button', { name: 'Is here' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Baraka Otieno/ })).toBeNull());
  expect((number as HTMLInputElement).value).toBe('');
  expect(document.activeElement).toBe(number);
});

test('ticks without an answer are kept, counted, and sent again under the same key', async () => {
  away = true;
  showScreen(<RollCallPage />);
  fireEvent.click(await screen.findByRole('button', { name: /Amina Juma/ }));
  await screen.findByText('1 tick waits for the network. Go on: it is sent by itself.', {}, { timeout: 15_000 });
  screen.getByText('2 of 3');
  // The page is loaded anew meanwhile.
  cleanup();
  showScreen(<RollCallPage />);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Baraka Otieno/ })).not.toBeNull());
  expect(screen.queryByRole('button', { name: /Amina Juma/ })).toBeNull();
  away = false;
  await waitFor(() => expect(rollCall?.accounted).toBe(2), { timeout: 15_000 });
  expect(new Set(ticks().flatMap((sent) => sent.ticks.map(({ key }) => key))).size).toBe(1);
});

test('it is started with a reason, ended by the office after a question, and told afterwards', async () => {
  rollCall = null;
  showScreen(<RollCallPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Start the roll call' }));
  await screen.findByText('Write why');
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: ' Smoke ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start the roll call' }));
  fireEvent.click(await screen.findByRole('button', { name: 'End the roll call' }));
  const ask = await screen.findByRole('dialog', { name: 'End the roll call?' });
  within(ask).getByText('2 children are still missing. Ticks are taken after the end too.');
  fireEvent.click(within(ask).getByRole('button', { name: 'End the roll call' }));
  await screen.findByText('Still missing');
  screen.getByText('12 minutes');
  expect(api.calls.find(({ path }) => path === 'check/openRollCall')?.input).toEqual({ reason: 'Smoke' });
});
