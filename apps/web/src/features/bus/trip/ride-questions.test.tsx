import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pickSchool } from '../../../lib/school.ts';
import { saveSession } from '../../../lib/session.ts';
import {
  ATTENDANT,
  api,
  BARAKA,
  CLOSED,
  chooseBus,
  holdBoarding,
  list,
  OTHER_SCHOOL,
  prepareTripDesk,
  presses,
  pressFor,
  RIDE,
  RIDER,
  refusal,
  SCHOOL,
  sent,
  show,
  TRIP,
} from './trip-desk.testkit.tsx';

vi.mock('../../../school/offline/stored-events.ts', async (original) => ({
  ...(await original<object>()),
  listOfflineEvents: vi.fn(async () => []),
}));

vi.mock(
  '../orphaned/pending-rides.ts',
  async () => (await import('../orphaned/pending-rides.testkit.ts')).mockedPendingRides,
);

prepareTripDesk();

test.each([
  ['another bus', 'KDB 2B', 1],
  ['this very bus', 'kda1a', 2],
])(
  'a clash with a boarding of %s blocks the next child only when it is another bus',
  async (_, busNumberPlate, rides) => {
    api.replies['check/onBusKids'] = ({ admissionNumber }) =>
      admissionNumber === '4002'
        ? refusal(409, 'bus.already-aboard', { busNumberPlate })
        : { body: { ...RIDE, warnings: [] } };
    await show();
    const number = await screen.findByLabelText('Admission number');
    for (const [count, child] of ['4002', '4001'].entries()) {
      fireEvent.change(number, { target: { value: child } });
      fireEvent.submit(number);
      await waitFor(() =>
        expect(api.calls.filter(({ path }) => path === 'check/onBusKids')).toHaveLength(Math.min(count + 1, rides)),
      );
      if (count === 0) await screen.findByLabelText('Reason');
    }
    if (rides === 1) {
      screen.getByText('First answer for the child above');
      screen.getByLabelText('Reason');
    } else await screen.findByText('On the bus');
  },
);

const boardings = () => api.calls.filter(({ path }) => path === 'check/onBusPin').map(({ input }) => input);

test('TripDesk asks before recording a boarding on a trip that another user has closed', async () => {
  api.replies['check/onBusPin'] = ({ tripSYSID }) =>
    tripSYSID === undefined
      ? { body: { ...RIDE, warnings: [] } }
      : refusal(409, 'bus.trip-closed', { sysid: tripSYSID, ...CLOSED });
  await show();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'With a PIN' }));
  const looks: (() => void)[] = [];
  const board = () => {
    fireEvent.change(screen.getByLabelText('Admission number'), { target: { value: '4001' } });
    fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '274951' } });
    api.replies['check/getTrip'] = async () => {
      await new Promise<void>((go) => looks.push(go));
      return { body: { ...TRIP, aboard: [], ...CLOSED } };
    };
    fireEvent.submit(screen.getByLabelText('PIN'));
  };
  board();
  const told = 'Your trip (To school, open since 23/11/2026 06:40) was closed at 23/11/2026 07:02 by Kamau Wafula.';
  expect((await screen.findByText(told)).closest('[role=alert]')).not.toBeNull();
  screen.getByText('Not recorded yet.');
  // The page still shows the closed trip, and no other child replaces the question.
  screen.getByRole('button', { name: 'Record on a new trip' });
  for (const act of [/^On Bus: Amina/, /^Off Bus: Baraka/])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: act }).disabled).toBe(true);
  for (const look of looks) look();
  await screen.findByText('The last trip was closed at 23/11/2026 07:02 by Kamau Wafula');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(told)).toBeNull();
  // The refreshed trip says so too; the question stays until a user here has answered.
  board();
  fireEvent.click(await screen.findByRole('button', { name: 'Record on a new trip' }));
  await screen.findByText('On the bus');
  const { sysid } = TRIP;
  expect(boardings()).toMatchObject([{ tripSYSID: sysid }, { tripSYSID: sysid }, { pin: '274951' }]);
  expect(boardings()[2]).not.toHaveProperty('tripSYSID');
});

test('TripDesk does not ask about a trip that this page has opened or closed', async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: [] } });
  api.replies['check/closeTrip'] = () => ({ body: { ...TRIP, aboard: [], ...CLOSED } });
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [] } });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Close trip' }));
  fireEvent.change(screen.getByLabelText('Code at the rear seat'), { target: { value: '123456' } });
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [], ...CLOSED } });
  fireEvent.click(screen.getByRole('button', { name: 'Close it now' }));
  await screen.findByText(/^The last trip was closed/);
  const number = screen.getByLabelText('Admission number');
  const board = async (times: number) => {
    fireEvent.change(number, { target: { value: '4001' } });
    fireEvent.submit(number);
    await waitFor(() => expect(api.calls.filter(({ path }) => path === 'check/onBusKids')).toHaveLength(times));
    await screen.findByText('On the bus');
    return api.calls.findLast(({ path }) => path === 'check/onBusKids')?.input;
  };
  const other = RIDER.busNumberPlate;
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [], sysid: SCHOOL.sysid, label: other } });
  expect(await board(1)).not.toHaveProperty('tripSYSID');
  await screen.findByText(new RegExp(other));
  expect(await board(2)).toMatchObject({ tripSYSID: SCHOOL.sysid });
});

const question = {
  clash: ['bus.already-aboard', { busNumberPlate: 'KDB 2B' }],
  closed: ['bus.trip-closed', CLOSED],
} as const;
test.each([
  ['clash', 'before', 'The refusal bus.already-aboard', 'Record anyway'],
  ['closed', 'before', /was closed at 23/, 'Record on a new trip'],
  ['clash', 'after', 'The refusal bus.already-aboard', 'Record anyway'],
] as const)(
  'a question (%s) that came %s another bus was chosen is shown there, and answerable at its own bus',
  async (which, when, told, anyway) => {
    const { answer } = holdBoarding();
    const [problem, detail] = question[which];
    await show();
    await pressFor('4001');
    await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
    if (when === 'after') await chooseBus('KDB 2B');
    await answer(refusal(409, problem, { sysid: TRIP.sysid, ...detail }));
    if (when === 'before') {
      await screen.findByRole('button', { name: anyway });
      await chooseBus('KDB 2B');
    }
    await screen.findByRole('heading', { name: 'KDA 1A · Amina Juma · 4001 · Grade 4' });
    screen.getByText(told);
    expect(screen.queryByRole('button', { name: anyway })).toBeNull();
    await chooseBus('KDA 1A');
    await screen.findByRole('heading', { name: 'Amina Juma · 4001 · Grade 4' });
    screen.getByRole('button', { name: anyway });
    expect(screen.queryByRole('heading', { name: /^KDA 1A · Amina/ })).toBeNull();
    // The press stays on the disk, for the next page to report, until the question is answered.
    expect(presses).toEqual(['keep on 4001 KDA 1A']);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(presses.slice(1)).toEqual(['drop']);
  },
);

test("TripDesk drops a question's press after its answer is stored, and leaves it to a new account", async () => {
  api.replies['check/onBusKids'] = ({ override }) =>
    override ? { body: { ...RIDE, warnings: [] } } : refusal(409, 'bus.already-aboard', { busNumberPlate: 'KDB 2B' });
  await show();
  await pressFor('4001');
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Left there' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record anyway' }));
  await screen.findByText('On the bus');
  await waitFor(() =>
    expect(presses).toEqual(['keep on 4001 KDA 1A', 'keep on 4001 KDA 1A', 'drop', 'passed on 4001', 'drop']),
  );
  await pressFor('4003');
  await screen.findByLabelText('Reason');
  presses.length = 0;
  cleanup();
  saveSession({ ...ATTENDANT, userName: '254700000009' });
  await show();
  await waitFor(() => expect(presses).toEqual(['leave']));
});

test('TripDesk leaves an unanswered question to the orphaned rides when its desk closes', async () => {
  api.replies['check/onBusKids'] = () => refusal(409, 'bus.already-aboard', { busNumberPlate: 'KDB 2B' });
  await show();
  await pressFor('4001');
  await screen.findByLabelText('Reason');
  cleanup();
  expect(presses).toEqual(['keep on 4001 KDA 1A', 'leave']);
});

test.each([
  ['this bus', 'told as recorded', 'kda1a', 'left', 1],
  ['another bus', 'asked about', 'KDB 2B', 'left', 2],
  ['another bus that goes on', 'asked about', 'KDB 2B', 'other', 2],
] as const)(
  'a second alighting, whose last ride is of %s, is %s within seconds',
  async (_, __, busNumberPlate, why, rides) => {
    const off = { ...RIDE, ...BARAKA, studentName: BARAKA.names, direction: 'off', warnings: ['bus.not-assigned'] };
    let times = 0;
    api.replies['check/offBusKids'] = () =>
      ++times === 1 ? { body: off } : refusal(409, 'bus.not-aboard', { busNumberPlate, why });
    await show();
    fireEvent.click(await screen.findByRole('radio', { name: 'Gets off' }));
    for (const count of [1, 2]) {
      await pressFor('4002');
      await waitFor(() => expect(times).toBe(count));
      await waitFor(() => expect(presses.filter((one) => one === 'drop')).toHaveLength(Math.min(count, 3 - rides)));
      if (rides === 1 || count === 1) await screen.findByText(/make sure that this is where they get off/);
      else await screen.findByLabelText('Reason');
    }
    expect(screen.queryAllByLabelText('Reason')).toHaveLength(rides - 1);
  },
);

test.each([
  ['the next child goes on behind who has got off this trip by another door', '2026-11-23T04:10:00.000Z', 2],
  ['who has got off an earlier trip is asked about before the next child', '2026-11-22T14:10:00.000Z', 1],
] as const)('alighting clash: %s', async (_, since, rides) => {
  const calls = () => api.calls.filter(({ path }) => path === 'check/offBusKids').length;
  api.replies['check/offBusKids'] = () =>
    calls() > 1
      ? { body: { ...RIDE, direction: 'off', warnings: [] } }
      : refusal(409, 'bus.not-aboard', { busNumberPlate: 'KDA 1A', why: 'left', since });
  await show();
  await list('Aboard');
  fireEvent.click(await screen.findByRole('radio', { name: 'Gets off' }));
  await pressFor('4002');
  await screen.findByLabelText('Reason');
  await pressFor('4001');
  if (rides === 2) await screen.findByText('Off the bus');
  else await screen.findByText('First answer for the child above');
  expect(calls()).toBe(rides);
});

test('TripDesk asks about a clashing alighting of another child, or after 11 seconds', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks());
  let times = 0;
  api.replies['check/offBusKids'] = () =>
    ++times === 1
      ? { body: { ...RIDE, direction: 'off', warnings: [] } }
      : refusal(409, 'bus.not-aboard', { busNumberPlate: 'KDA 1A', why: 'left' });
  await show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Gets off' }));
  await pressFor('4001');
  await screen.findByText('Off the bus');
  await pressFor('4002');
  await screen.findByLabelText('Reason');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 11_000);
  await pressFor('4001');
  await screen.findByLabelText('Reason');
});

test.each([
  ['clash', 'The refusal bus.already-aboard', 'Record anyway'],
  ['closed', /was closed at 23/, 'Record on a new trip'],
] as const)(
  'a question (%s) whose answer is refused stays open with the reason, and blocks the next child',
  async (which, told, anyway) => {
    const [problem, detail] = question[which];
    let times = 0;
    api.replies['check/onBusKids'] = () =>
      ++times === 1
        ? refusal(409, problem, { sysid: TRIP.sysid, ...detail })
        : times === 2
          ? refusal(429, 'calls.too-many')
          : { body: { ...RIDE, warnings: [] } };
    await show();
    await pressFor('4001');
    await screen.findByText(told);
    const reason = screen.queryByLabelText('Reason');
    if (reason) fireEvent.change(reason, { target: { value: 'Left there' } });
    fireEvent.click(screen.getByRole('button', { name: anyway }));
    const refused = await screen.findByText('The refusal calls.too-many');
    expect(refused.closest('[role=alert]')).not.toBeNull();
    screen.getByText(told);
    screen.getByRole('heading', { name: 'Amina Juma · 4001 · Grade 4' });
    await pressFor('4003');
    screen.getByText('First answer for the child above');
    // The question's press is still on the disk; the answer's press was dropped.
    expect(presses).toEqual(['keep on 4001 KDA 1A', 'keep on 4001 KDA 1A', 'drop']);
    if (reason) expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Left there');
    fireEvent.click(screen.getByRole('button', { name: anyway }));
    await screen.findByText('On the bus');
    expect(presses.slice(3)).toEqual(['keep on 4001 KDA 1A', 'drop', 'passed on 4001', 'drop']);
  },
);

test('a question stays open when its answer ends in a server fault', async () => {
  api.replies['check/onBusKids'] = ({ override }) =>
    override ? refusal(500, 'server.fault') : refusal(409, 'bus.already-aboard', { busNumberPlate: 'KDB 2B' });
  await show();
  await pressFor('4001');
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Left there' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record anyway' }));
  await waitFor(() => expect(presses.at(-1)).toBe('leave'));
  screen.getByRole('button', { name: 'Record anyway' });
  screen.getByText('The refusal bus.already-aboard');
});

test('TripDesk leaves a question to the orphaned rides when another school was picked before its answer', async () => {
  const { answer } = holdBoarding();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  act(() => pickSchool(OTHER_SCHOOL));
  await answer(refusal(409, 'bus.already-aboard', { busNumberPlate: 'KDB 2B' }));
  await waitFor(() => expect(presses).toEqual(['keep on 4001 KDA 1A', 'leave']));
});
