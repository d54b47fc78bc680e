import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { seenBox } from '../../../school/offline/device-box.ts';
import { newsList } from '../../../school/offline/news-list.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { listOfflineEvents, type OfflineEvent } from '../../../school/offline/stored-events.ts';
import { ridesOnDisk } from '../orphaned/pending-rides.testkit.ts';
import {
  AMINA,
  api,
  CLOSED,
  chooseBus,
  holdBoarding,
  list,
  prepareTripDesk,
  presses,
  pressFor,
  RIDE,
  refusal,
  SCHOOL,
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

test('offline, refuses to board a child whom another page of the device has boarded', async ({ onTestFinished }) => {
  onTestFinished(() => {
    vi.mocked(listOfflineEvents).mockResolvedValue([]);
    vi.restoreAllMocks();
  });
  const away = vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  await show();
  const number = await screen.findByLabelText('Admission number');
  const ride = { key: 'another-page', kind: 'on', admissionNumber: '4001', at: TRIP.opened };
  vi.spyOn(seenBox, 'get').mockResolvedValue({ trip: TRIP, asOf: TRIP.opened, rides: [ride] });
  vi.mocked(listOfflineEvents).mockResolvedValue([{ key: ride.key }] as OfflineEvent[]);
  fireEvent.change(number, { target: { value: '4001' } });
  fireEvent.submit(number);
  await screen.findByText('Already aboard. Nothing was recorded.');
  expect((await list('Aboard')).textContent).toContain('Amina Juma');
  expect(away).toHaveBeenCalled();
  expect(keep).not.toHaveBeenCalled();
});

test('offline, boards a child once when two pages record it at the same time', async ({ onTestFinished }) => {
  onTestFinished(() => {
    vi.mocked(listOfflineEvents).mockResolvedValue([]);
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'locks');
  });
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  await show();
  const number = await screen.findByLabelText('Admission number');
  const request = vi.fn(async (_name: string, _options: object, work: () => Promise<unknown>) => {
    // The other page holds the lock first.
    const ride = { key: 'another-page', kind: 'on', admissionNumber: '4001', at: TRIP.opened };
    vi.spyOn(seenBox, 'get').mockResolvedValue({ trip: TRIP, asOf: TRIP.opened, rides: [ride] });
    vi.mocked(listOfflineEvents).mockResolvedValue([{ key: ride.key }] as OfflineEvent[]);
    return work();
  });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  fireEvent.change(number, { target: { value: '4001' } });
  fireEvent.submit(number);
  await screen.findByText('Already aboard. Nothing was recorded.');
  expect(keep).not.toHaveBeenCalled();
});

test('TripDesk sends the PIN again with the reason for a clash, and stores the PIN ride when offline', async () => {
  api.replies['check/onBusPin'] = ({ override }) =>
    override ? { body: { ...RIDE, warnings: [] } } : refusal(409, 'bus.already-aboard');
  await show();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'With a PIN' }));
  const board = () => {
    fireEvent.change(screen.getByLabelText('Admission number'), { target: { value: '4001' } });
    fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '274951' } });
    fireEvent.submit(screen.getByLabelText('PIN'));
  };
  board();
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Left at the last stop' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record anyway' }));
  await screen.findByText('On the bus');
  const inputs = api.calls.filter(({ path }) => path === 'check/onBusPin').map(({ input }) => input);
  expect(inputs.map(({ pin, override }) => [pin, override])).toEqual([
    ['274951', undefined],
    ['274951', 'Left at the last stop'],
  ]);

  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  board();
  await waitFor(() => expect(keep).toHaveBeenCalledOnce());
  expect(keep.mock.calls[0]?.[0]).toMatchObject({
    ...{ kind: 'on', admissionNumber: '4001', method: 'pin', proof: { pin: '274951' } },
  });
  vi.restoreAllMocks();
});

test('TripDesk stores a ride offline when a proxy answers 502', async () => {
  const silence = { status: 502, body: 'Bad Gateway' };
  api.replies['check/onBusKids'] = () => silence;
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'On Bus: Amina Juma 4001' }));
  await waitFor(() => expect(keep).toHaveBeenCalledOnce());
  expect(keep.mock.calls[0]?.[0]).toMatchObject({ kind: 'on', admissionNumber: '4001', method: 'attested' });
  vi.restoreAllMocks();
  outbox.met(true);
});

test('TripDesk offline asks before boarding on a closed trip, else stores the trip with the ride', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const away = vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  await show();
  const number = await screen.findByLabelText('Admission number');
  fireEvent.change(number, { target: { value: '4001' } });
  fireEvent.submit(number);
  await screen.findByText(/^On the bus: recorded here/);
  expect(keep.mock.calls[0]?.[0]).toMatchObject({ kind: 'on', tripSYSID: TRIP.sysid });

  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, ...CLOSED } });
  fireEvent(window, new Event('online'));
  await screen.findByText(/^The last trip was closed|started on this device/);
  fireEvent.change(number, { target: { value: '4003' } });
  fireEvent.submit(number);
  await screen.findByText(/was closed at 23\/11\/2026 07:02 by Kamau Wafula\.$/);
  expect(keep).toHaveBeenCalledOnce();
  expect(presses.at(-1)).toBe('keep on 4003 KDA 1A');
  fireEvent.click(screen.getByRole('button', { name: 'Record on a new trip' }));
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(2));
  expect(keep.mock.calls[1]?.[0]).toMatchObject({ admissionNumber: '4003', tripSYSID: undefined });
  expect(away).toHaveBeenCalled();

  const ride = { key: 'k', status: 'recorded', kind: 'on', admissionNumber: '4001' } as const;
  const outcome = { ...ride, problem: 'bus.trip-closed', trip: { sysid: TRIP.sysid, ...CLOSED } };
  act(() => newsList.set([{ school: SCHOOL.sysid, lane: 'bus', outcome }]));
  await screen.findByText(/Recorded: got on · Your trip was closed at 23\/11\/2026 07:02 by Kamau Wafula\./);
});

test('TripDesk stores an offline ride for its own bus after another bus was chosen', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks());
  const { second } = holdBoarding();
  second.aboard = [AMINA] as never;
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  await show();
  const { promise, resolve: lies } = Promise.withResolvers<void>();
  ridesOnDisk.written = promise;
  await pressFor('4001');
  await waitFor(() => expect(presses).toHaveLength(1));
  await chooseBus('KDB 2B');
  lies();
  await waitFor(() => expect(presses.slice(1)).toEqual(['drop', 'passed on 4001']));
  expect(keep.mock.calls.map(([{ busNumberPlate }, , school]) => [busNumberPlate, school])).toEqual([
    ['KDA 1A', SCHOOL.sysid],
  ]);
});

test.each([
  ['has it', false, ['drop', 'passed on 4001']],
  ['cannot have it', true, ['leave']],
] as const)('TripDesk keeps an offline press until the device queue %s', async (_, fails, ends) => {
  vi.spyOn(outbox, 'keep').mockImplementation(async () => {
    if (fails) throw new Error('QuotaExceededError');
  });
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  await show();
  await pressFor('4001');
  await waitFor(() => expect(presses).toEqual(['keep on 4001 KDA 1A', ...ends]));
  vi.restoreAllMocks();
});

test('offline, lets a child off once for repeated presses within ten seconds', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  await show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Gets off' }));
  await pressFor('4002');
  await screen.findByText(/^Off the bus/);
  await pressFor('4002');
  await waitFor(() =>
    expect(presses).toEqual(['keep off 4002 KDA 1A', 'drop', 'passed off 4002', 'keep off 4002 KDA 1A', 'drop']),
  );
  await screen.findByText(/^Off the bus/);
  expect(keep).toHaveBeenCalledOnce();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 11_000);
  await pressFor('4002');
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(2));
});

test('offline, does not let off again a child whom another page has just let off', async ({ onTestFinished }) => {
  onTestFinished(() => {
    vi.mocked(listOfflineEvents).mockResolvedValue([]);
    vi.restoreAllMocks();
  });
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  await show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Gets off' }));
  const ride = { key: 'another-page', kind: 'off', admissionNumber: '4002', at: new Date().toISOString() };
  vi.spyOn(seenBox, 'get').mockResolvedValue({ trip: TRIP, asOf: TRIP.opened, rides: [ride] });
  vi.mocked(listOfflineEvents).mockResolvedValue([{ key: ride.key }] as OfflineEvent[]);
  await pressFor('4002');
  await screen.findByText(/^Off the bus/);
  expect((await list('Got off')).textContent).toContain('Baraka Otieno');
  expect(keep).not.toHaveBeenCalled();
});
