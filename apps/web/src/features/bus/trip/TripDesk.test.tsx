import type { Trip } from '@mfuko/contract/bus-trips';
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isDeskHeld } from '../../../lib/activity.ts';
import { pickSchool } from '../../../lib/school.ts';
import { saveSession } from '../../../lib/session.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { listOfflineEvents, type OfflineEvent } from '../../../school/offline/stored-events.ts';
import { type FakeApi, prepareScreens } from '../../../ui/screen.testkit.tsx';
import { resetRidesOnDisk, ridesOnDisk } from '../orphaned/pending-rides.testkit.ts';
import { elsewhere } from './elsewhere.ts';
import { TripDesk } from './TripDesk.tsx';

vi.mock('../../../school/offline/stored-events.ts', async (original) => ({
  ...(await original<object>()),
  listOfflineEvents: vi.fn(async () => []),
}));

vi.mock(
  '../orphaned/pending-rides.ts',
  async () => (await import('../orphaned/pending-rides.testkit.ts')).mockedPendingRides,
);

const { calls: presses } = ridesOnDisk;

const SCHOOL = { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' };
const ATTENDANT = { token: 'the-token', userName: '254700000002', role: 'SchoolAdmin' } as const;

let api: FakeApi;

const AMINA = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 4', stop: 'Kondele' };
const BARAKA = { admissionNumber: '4002', names: 'Baraka Otieno', className: 'Grade 5', stop: null };
const TRIP: Trip = {
  ...{ sysid: '01900000-0000-7000-8000-000000000001', busNumberPlate: 'KDA 1A', label: 'North' },
  ...{
    direction: 'toSchool',
    routeSYSID: null,
    routeName: null,
    opened: '2026-11-23T03:40:00.000Z',
    closed: null,
    closedBy: null,
    papers: null,
  },
  ...{ expected: [AMINA], aboard: [BARAKA], dropped: [], missing: [AMINA], others: [BARAKA] },
};
const RIDER = { ...BARAKA, direction: 'toSchool', busNumberPlate: 'KDB 2B', lat: null, long: null };
const RIDE = {
  ...{ sysid: TRIP.sysid, admissionNumber: '4001', studentName: 'Amina Juma', class: 'Grade 4' },
  ...{ busNumberPlate: 'KDA 1A', direction: 'on', date: TRIP.opened },
};
const refusal = (status: number, problem: string, detail?: object) => ({
  status,
  body: { code: String(status), problem, message: `The refusal ${problem}`, ...(detail && { detail }) },
});

beforeAll(async () => {
  api = await prepareScreens(['trip', 'desk', 'school']);
  // jsdom plays nothing.
  vi.stubGlobal('AudioContext', undefined);
});
beforeEach(() => {
  resetRidesOnDisk();
  elsewhere.set([]);
  pickSchool(SCHOOL);
  saveSession(ATTENDANT);
  api.calls.length = 0;
  api.replies = {
    'school/getBuses': () => ({ body: [{ busNumberPlate: 'KDA 1A', label: 'North' }] }),
    'check/getTrip': () => ({ body: TRIP }),
    'check/getRiders': () => ({ body: { busNumberPlate: 'KDA 1A', riders: [RIDER] } }),
  };
});
afterEach(cleanup);

async function show(): Promise<void> {
  const session = { ...ATTENDANT, role: 'CheckAgent' } as const;
  render(
    <Suspense>
      <TripDesk session={session} names="Mwalimu Otieno" desks={[]} onLogout={() => undefined} />
    </Suspense>,
  );
  fireEvent.change(await screen.findByLabelText('Bus'), { target: { value: 'KDA 1A' } });
}

/** A list of the trip by its name. */
async function list(name: string): Promise<HTMLElement> {
  const summary = await screen.findByText(name, { selector: 'summary span' });
  return summary.closest('details') as HTMLElement;
}
const sent = (path: string) => api.calls.find((one) => one.path === path)?.input;

test('names who is aboard, missing and not expected, with their counts', async () => {
  await show();
  expect((await list('Aboard')).textContent).toContain('1AboardBaraka Otieno4002 · Grade 5');
  expect((await list('Missing')).textContent).toContain('Amina Juma4001 · Grade 4 · Kondele');
  expect((await list('Not expected')).textContent).toContain('Baraka Otieno');
  expect((await list('Got off')).textContent).toContain('0Got offNobody');
  expect(sent('check/getTrip')).toEqual({ busNumberPlate: 'KDA 1A' });
});

test('keeps the tablet from its short lock while the trip is open, and no longer', async () => {
  await show();
  await list('Aboard');
  await waitFor(() => expect(isDeskHeld()).toBe(true));
  cleanup();
  expect(isDeskHeld()).toBe(false);
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, closed: '2026-11-23T04:40:00.000Z' } });
  await show();
  await screen.findByText(/closed/i);
  expect(isDeskHeld()).toBe(false);
});

test('lets a missing child board from the list, and says aloud what the server warns of', async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: ['bus.wrong-stop'] } });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'On Bus: Amina Juma 4001' }));
  const warning = await screen.findByText('This is not the stop of this student.');
  expect(warning.closest('[role=alert]')).not.toBeNull();
  expect(sent('check/onBusKids')).toMatchObject({
    ...{ admissionNumber: '4001', busNumberPlate: 'KDA 1A', listedOnly: true },
  });
});

test('asks of a child who gets off a bus that is not theirs for the place, and not for the bus', async () => {
  const off = { ...RIDE, ...BARAKA, studentName: BARAKA.names, direction: 'off', warnings: ['bus.not-assigned'] };
  api.replies['check/offBusKids'] = () => ({ body: off });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: `Off Bus: ${BARAKA.names} ${BARAKA.admissionNumber}` }));
  await screen.findByText(/make sure that this is where they get off/);
});

test('takes a number and Enter at the door, names the bus of a child who is not expected, and asks why where it does not fit', async () => {
  api.replies['check/onBusKids'] = ({ override }) =>
    override
      ? { body: { ...RIDE, studentName: 'Baraka Otieno', warnings: ['bus.not-assigned'] } }
      : refusal(409, 'bus.already-aboard');
  await show();
  const number = await screen.findByLabelText('Admission number');
  fireEvent.submit(number);
  await screen.findByText('Type or scan a number first');
  fireEvent.change(number, { target: { value: '4002' } });
  fireEvent.submit(number);
  const reason = await screen.findByLabelText('Reason');
  await waitFor(() => {
    expect((number as HTMLInputElement).value).toBe('');
  });
  fireEvent.change(reason, { target: { value: 'Left at the last stop' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record anyway' }));
  await screen.findByText(/Expected on KDB 2B\./);
  expect(api.calls.filter(({ path }) => path === 'check/onBusKids').map(({ input }) => input.override)).toEqual([
    ...[undefined, 'Left at the last stop'],
  ]);
});

test.each([
  ['another bus', 'KDB 2B', 1],
  ['this very bus', 'kda1a', 2],
])('a clash with a boarding of %s stands, or lets the next child on', async (_, busNumberPlate, rides) => {
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
    screen.getByText('Say first what becomes of the child above');
    screen.getByLabelText('Reason');
  } else await screen.findByText('On the bus');
});

test('nothing green stays over the next number, and a warning does until that child is recorded', async () => {
  api.replies['check/onBusKids'] = ({ admissionNumber }) => ({
    body: { ...RIDE, admissionNumber, warnings: admissionNumber === '4001' ? [] : ['bus.not-assigned'] },
  });
  await show();
  const number = await screen.findByLabelText('Admission number');
  const type = (text: string) => fireEvent.change(number, { target: { value: text } });
  type('4001');
  fireEvent.submit(number);
  await screen.findByText('On the bus');
  type('4');
  expect(screen.queryByText('On the bus')).toBeNull();
  type('4002');
  fireEvent.submit(number);
  await screen.findByText(/^Not on this trip’s list/);
  type('Ami');
  screen.getByText(/^Not on this trip’s list/);
});

test('lets nobody on without a network whom another page of the device has let on', async ({ onTestFinished }) => {
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
  await screen.findByText('Is aboard already. Nothing was recorded.');
  expect((await list('Aboard')).textContent).toContain('Amina Juma');
  expect(away).toHaveBeenCalled();
  expect(keep).not.toHaveBeenCalled();
});

test('lets a child on once, though two pages of the device record it at the same moment without a network', async ({
  onTestFinished,
}) => {
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
    // The other page has its turn first.
    const ride = { key: 'another-page', kind: 'on', admissionNumber: '4001', at: TRIP.opened };
    vi.spyOn(seenBox, 'get').mockResolvedValue({ trip: TRIP, asOf: TRIP.opened, rides: [ride] });
    vi.mocked(listOfflineEvents).mockResolvedValue([{ key: ride.key }] as OfflineEvent[]);
    return work();
  });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  fireEvent.change(number, { target: { value: '4001' } });
  fireEvent.submit(number);
  await screen.findByText('Is aboard already. Nothing was recorded.');
  expect(keep).not.toHaveBeenCalled();
});

test('sends the PIN with a ride, once more with the reason where it does not fit, and keeps it where there is no network', async () => {
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

test('keeps a ride on the device where something that stands before the server says that it is away', async () => {
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

test('takes one child at a time: the next number waits in its field', async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: [] } });
  await show();
  const number = (await screen.findByLabelText('Admission number')) as HTMLInputElement;
  for (const next of ['4001', '4003']) {
    fireEvent.change(number, { target: { value: next } });
    fireEvent.submit(number);
  }
  expect(number.value).toBe('4003');
  await screen.findByText('On the bus');
  expect(api.calls.filter(({ path }) => path === 'check/onBusKids')).toHaveLength(1);
});

test('is switched to the colours for the sun, as every desk is', async () => {
  await show();
  const sun = await screen.findByRole('switch', { name: 'High contrast, for the sun' });
  fireEvent.click(sun);
  expect([document.documentElement.hasAttribute('data-sun'), localStorage.getItem('contrast')]).toEqual([true, 'high']);
  fireEvent.click(sun);
  expect(document.documentElement.hasAttribute('data-sun')).toBe(false);
});

test('a card that is scanned into the code at the rear seat is taken out of it, and is the child at the door', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Close trip' }));
  const code = screen.getByLabelText<HTMLInputElement>('Code at the rear seat');
  code.focus();
  // Five milliseconds between two keys, however long the page takes for each.
  const pressAt = (ms: number, key: string) => {
    const event = createEvent.keyDown(code, { key });
    Object.defineProperty(event, 'timeStamp', { value: ms });
    fireEvent(code, event);
  };
  for (const [place, key] of [...'4001'].entries()) {
    pressAt(9_000 + place * 5, key);
    fireEvent.change(code, { target: { value: code.value + key } });
  }
  pressAt(9_020, 'Enter');
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLInputElement>('Admission number').value).toBe('4001');
  });
  expect(code.value).toBe('');
  expect(sent('check/closeTrip')).toBeUndefined();
});

test('is not closed while somebody is aboard, and names them; nor with a wrong code', async () => {
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [] } });
  api.replies['check/closeTrip'] = ({ rearCode }) =>
    rearCode === '1'
      ? refusal(409, 'bus.child-aboard', { aboard: [BARAKA] })
      : rearCode === '2'
        ? refusal(422, 'bus.rear-code')
        : { body: { ...TRIP, aboard: [], closed: TRIP.opened } };
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Close trip' }));
  const closing = await screen.findByRole('region', { name: 'Close trip' });
  const type = (code: string) => {
    fireEvent.change(within(closing).getByLabelText('Code at the rear seat'), { target: { value: code } });
    fireEvent.click(within(closing).getByRole('button', { name: 'Close it now' }));
  };
  type('1');
  expect((await within(closing).findByText(/^Baraka Otieno/)).closest('[role=alert]')).not.toBeNull();
  type('2');
  await within(closing).findByText('The refusal bus.rear-code');
  await waitFor(() => {
    expect(within(closing).queryByText(/^Baraka Otieno/)).toBeNull();
  });
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [], closed: TRIP.opened } });
  type('123456');
  await screen.findByText(/^The last trip was closed/);
});

test('no band of a child stays over a trip that is closed, also none that asked to look twice', async () => {
  const empty = { ...TRIP, aboard: [] };
  api.replies['check/offBusKids'] = () => ({ body: { ...RIDE, direction: 'off', warnings: ['bus.wrong-stop'] } });
  api.replies['check/closeTrip'] = () => ({ body: { ...empty, closed: TRIP.opened } });
  await show();
  const off = await screen.findByRole('button', { name: `Off Bus: ${BARAKA.names} ${BARAKA.admissionNumber}` });
  api.replies['check/getTrip'] = () => ({ body: empty });
  fireEvent.click(off);
  await screen.findByText('This is not the stop of this student.');
  fireEvent.click(screen.getByRole('button', { name: 'Close trip' }));
  fireEvent.change(screen.getByLabelText('Code at the rear seat'), { target: { value: '123456' } });
  api.replies['check/getTrip'] = () => ({ body: { ...empty, closed: TRIP.opened } });
  fireEvent.click(screen.getByRole('button', { name: 'Close it now' }));
  await screen.findByText(/^The last trip was closed/);
  await screen.findByText('Whoever gets on or off is named here.');
  expect(screen.queryByText('This is not the stop of this student.')).toBeNull();
});

const CLOSED = { closed: '2026-11-23T04:02:00.000Z', closedBy: 'Kamau Wafula' };
const boardings = () => api.calls.filter(({ path }) => path === 'check/onBusPin').map(({ input }) => input);

test('tells whoever boards a child on a trip that somebody else has closed, and records it only where they say so', async () => {
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
  const told =
    'The trip that you work on (To school, open since 23/11/2026 06:40) was closed at 23/11/2026 07:02 by Kamau Wafula.';
  expect((await screen.findByText(told)).closest('[role=alert]')).not.toBeNull();
  screen.getByText('Not recorded yet.');
  // The trip that this page still shows is the closed one, and nobody else takes the question's place.
  screen.getByRole('button', { name: 'Record on a new trip' });
  for (const act of [/^On Bus: Amina/, /^Off Bus: Baraka/])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: act }).disabled).toBe(true);
  for (const look of looks) look();
  await screen.findByText('The last trip was closed at 23/11/2026 07:02 by Kamau Wafula');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(told)).toBeNull();
  // The look at the trip said so too; it is asked all the same until somebody here has answered.
  board();
  fireEvent.click(await screen.findByRole('button', { name: 'Record on a new trip' }));
  await screen.findByText('On the bus');
  const { sysid } = TRIP;
  expect(boardings()).toMatchObject([{ tripSYSID: sysid }, { tripSYSID: sysid }, { pin: '274951' }]);
  expect(boardings()[2]).not.toHaveProperty('tripSYSID');
});

test('goes on with a trip that this page has opened or closed itself, and asks about no other', async () => {
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

test('asks without a network too, where this device has heard that the trip is closed; else the ride says which trip it saw', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const away = vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  const listeners = vi.spyOn(outbox, 'onOutcome');
  await show();
  const number = await screen.findByLabelText('Admission number');
  fireEvent.change(number, { target: { value: '4001' } });
  fireEvent.submit(number);
  await screen.findByText(/^On the bus: recorded here/);
  expect(keep.mock.calls[0]?.[0]).toMatchObject({ kind: 'on', tripSYSID: TRIP.sysid });

  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, ...CLOSED } });
  fireEvent(window, new Event('online'));
  await screen.findByText(/^The last trip was closed|begun on this device/);
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
  const told = { ...ride, problem: 'bus.trip-closed', trip: { sysid: TRIP.sysid, ...CLOSED } };
  act(() => {
    for (const [listener] of listeners.mock.calls) listener(told);
  });
  screen.getByText(/the trip had been closed · Your trip was closed at 23\/11\/2026 07:02 by Kamau Wafula\./);
});

test('opens a trip where none is under way, with a network only; and closes none without', async () => {
  let open = false;
  api.replies['check/getTrip'] = () => (open ? { body: TRIP } : refusal(404, 'bus.trip-not-found'));
  api.replies['check/openTrip'] = () => {
    open = true;
    return { body: TRIP };
  };
  const network = (there: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there);
    fireEvent(window, new Event(there ? 'online' : 'offline'));
  };
  await show();
  await screen.findByRole('button', { name: 'Open trip' });
  network(false);
  await screen.findByText(/^No trip is open. Without a network none can be opened by hand/);
  expect(screen.queryByRole('button', { name: 'Open trip' })).toBeNull();
  network(true);
  fireEvent.click(await screen.findByRole('radio', { name: 'Home' }));
  fireEvent.click(screen.getByRole('button', { name: 'Open trip' }));
  await screen.findByRole('button', { name: 'Close trip' });
  expect(sent('check/openTrip')).toMatchObject({ busNumberPlate: 'KDA 1A', direction: 'home' });
  network(false);
  await screen.findByText(/^A trip is closed where there is a network/);
  expect(screen.queryByRole('button', { name: /Close trip|Open trip/ })).toBeNull();
  network(true);
});

test('says at once that a paper is over, also without a network, and lets nobody think that it is permitted another day', async () => {
  const bus = { busNumberPlate: 'KDA 1A', label: 'North', sysid: TRIP.sysid, inspectedUntil: null };
  const shows = (more: object) => {
    api.replies['school/getBuses'] = () => ({ body: [{ ...bus, insuredUntil: '2020-01-31', permit: null, ...more }] });
  };
  api.replies['check/getTrip'] = () => refusal(404, 'bus.trip-not-found');
  shows({});
  await show();
  await screen.findByText('The insurance of this bus is over: its last day was 31/01/2020.');
  await screen.findByText(/^It must not carry students/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  await screen.findByText(/^As this device saw it last/);
  vi.restoreAllMocks();
  fireEvent(window, new Event('online'));
  cleanup();
  shows({ permit: { day: '2020-02-01', reason: 'Paid', by: 'Mary Atieno' } });
  await show();
  await screen.findByText(/^It must not carry students/);
});

test('shows on a trip that its bus set out without the office’s word, and asks why before the first boarding', async () => {
  api.replies['check/getTrip'] = () => refusal(404, 'bus.trip-not-found');
  api.replies['check/onBusKids'] = ({ override }) =>
    override ? { body: { ...RIDE, warnings: [] } } : refusal(422, 'bus.papers-over');
  await show();
  fireEvent.change(await screen.findByLabelText('Admission number'), { target: { value: '4001' } });
  fireEvent.submit(screen.getByLabelText('Admission number'));
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Children at the roadside' } });
  const papers = { over: ['insurance'], reason: 'Children at the roadside', permittedBy: null };
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, papers } });
  fireEvent.click(screen.getByRole('button', { name: 'Record anyway' }));
  const note = await screen.findByText('The insurance was over when this trip opened.');
  expect(note.closest('p')?.textContent).toMatch(/Nobody of the office has let it run\. Reason given: Children at/);
});

const pressFor = async (number: string) => {
  fireEvent.change(await screen.findByLabelText('Admission number'), { target: { value: number } });
  fireEvent.submit(screen.getByLabelText('Admission number').closest('form') as HTMLFormElement);
};

test('a press is on the disk before its call goes, and until there is an answer', async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: [] } });
  await show();
  const { promise, resolve: lies } = Promise.withResolvers<void>();
  ridesOnDisk.written = promise;
  await pressFor('4001');
  await waitFor(() => expect(presses).toEqual(['keep on 4001 KDA 1A']));
  expect(sent('check/onBusKids')).toBeUndefined();
  lies();
  await screen.findByText('On the bus');
  expect(presses.slice(1)).toEqual(['drop', 'passed on 4001']);
});

test.each([
  ['a refusal', () => refusal(404, 'student.not-found'), ['drop']],
  ['a fault', () => refusal(500, 'server.fault'), ['leave']],
  ['the end of the session', () => refusal(401, 'session.ended'), ['leave']],
] as const)('after %s the press is %s', async (_, reply, ends) => {
  api.replies['check/onBusKids'] = reply;
  await show();
  await pressFor('4001');
  await waitFor(() => expect(presses.slice(1)).toEqual(ends));
});

test.each([
  ['has it', false, ['drop', 'passed on 4001']],
  ['cannot have it', true, ['leave']],
] as const)('without a network the press is kept until the device’s queue %s', async (_, fails, ends) => {
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

/** Two buses, on the second of which nobody is; the answer to a boarding is held until `answer` is called. */
function holdBoarding() {
  const { promise, resolve } = Promise.withResolvers<{ status?: number; body: unknown }>();
  const second = {
    ...TRIP,
    busNumberPlate: 'KDB 2B',
    label: 'South',
    expected: [],
    aboard: [],
    missing: [],
    others: [],
  };
  api.replies['school/getBuses'] = () => ({
    body: [TRIP, second].map(({ busNumberPlate, label }) => ({ busNumberPlate, label })),
  });
  api.replies['check/getTrip'] = ({ busNumberPlate }) => ({ body: busNumberPlate === 'KDA 1A' ? TRIP : second });
  api.replies['check/onBusKids'] = () => promise;
  return {
    second,
    answer: (reply: { status?: number; body: unknown }) => act(async () => resolve(reply)),
  };
}
const chooseBus = async (plate: string) => {
  fireEvent.change(screen.getByLabelText('Bus'), { target: { value: plate } });
  await screen.findByRole('heading', { name: new RegExp(`^${plate}`) });
};

test('an answer that comes after another bus was chosen puts the child into the list of its own bus alone', async () => {
  const { answer } = holdBoarding();
  const boxed = vi.spyOn(seenBox, 'put').mockResolvedValue();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  await chooseBus('KDB 2B');
  await answer({ body: { ...RIDE, warnings: [] } });
  await waitFor(() => expect(presses.at(-1)).toBe('passed on 4001'));
  expect((await list('Aboard')).textContent).toContain('0Aboard');
  // Nor is the one bus put away under the name of the other.
  const tripsOf = (plate: string) =>
    JSON.stringify(boxed.mock.calls.filter(([name]) => name === `trip:${SCHOOL.sysid}:${plate}`));
  expect(tripsOf('KDB2B')).not.toContain('4001');
  expect(tripsOf('KDA1A')).not.toContain('KDB 2B');
  expect(tripsOf('KDA1A')).toContain('"rides":[{');
  vi.restoreAllMocks();
});

test('a refusal that comes after another bus was chosen is told under its own bus until it was read', async () => {
  const { answer } = holdBoarding();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  await chooseBus('KDB 2B');
  await answer(refusal(404, 'student.not-found'));
  const told = await screen.findByRole('heading', { name: 'KDA 1A · Amina Juma · 4001 · Grade 4' });
  expect(told.closest('[role=alert]')).not.toBeNull();
  screen.getByText('Whoever gets on or off is named here.');
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(screen.queryByText(/Amina Juma/)).toBeNull();
});

test('one who comes back to the bus before the answer hears it there', async () => {
  const { answer } = holdBoarding();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  await chooseBus('KDB 2B');
  await chooseBus('KDA 1A');
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [AMINA, BARAKA], missing: [] } });
  await answer({ body: { ...RIDE, warnings: [] } });
  await screen.findByText('On the bus');
  expect((await list('Aboard')).textContent).toContain('Amina Juma');
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
  'a question (%s) that came %s another bus was chosen is told there, and asked again at its own bus',
  async (which, when, told, act) => {
    const { answer } = holdBoarding();
    const [problem, detail] = question[which];
    await show();
    await pressFor('4001');
    await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
    if (when === 'after') await chooseBus('KDB 2B');
    await answer(refusal(409, problem, { sysid: TRIP.sysid, ...detail }));
    if (when === 'before') {
      await screen.findByRole('button', { name: act });
      await chooseBus('KDB 2B');
    }
    await screen.findByRole('heading', { name: 'KDA 1A · Amina Juma · 4001 · Grade 4' });
    screen.getByText(told);
    expect(screen.queryByRole('button', { name: act })).toBeNull();
    await chooseBus('KDA 1A');
    await screen.findByRole('heading', { name: 'Amina Juma · 4001 · Grade 4' });
    screen.getByRole('button', { name: act });
    expect(screen.queryByRole('heading', { name: /^KDA 1A · Amina/ })).toBeNull();
    // The next page tells of it where this one ends, and no longer once it is answered.
    expect(presses).toEqual(['keep on 4001 KDA 1A']);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(presses.slice(1)).toEqual(['drop']);
  },
);

test('a question ends on the disk after the press of its answer is there, and is left to be told where somebody else works on', async () => {
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

test.each([
  ['this bus', 'told as recorded', 'kda1a', 'left', 1],
  ['another bus', 'asked about', 'KDB 2B', 'left', 2],
  ['another bus that goes on', 'asked about', 'KDB 2B', 'other', 2],
] as const)(
  'a second press for who has just got off, whose last ride is of %s, is %s',
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

test('an alighting of another child, or long after, that does not fit is asked about', async ({ onTestFinished }) => {
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

test('a ride without a network is weighed by its own bus, whichever has been chosen since', async ({
  onTestFinished,
}) => {
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

const OTHER = { sysid: 'other', shortName: 'OTHER' };
test.each([
  ['another school was picked', () => pickSchool(OTHER)],
  ['somebody else has unlocked the tablet', () => saveSession({ ...ATTENDANT, userName: '254700000009' })],
] as const)('a press goes nowhere where %s before its call, with or without a network', async (_, leaveFor) => {
  for (const isAway of [false, true]) {
    presses.length = 0;
    pickSchool(SCHOOL);
    saveSession(ATTENDANT);
    vi.spyOn(outbox, 'isAway').mockReturnValue(isAway);
    vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
    const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
    await show();
    const { promise, resolve: lies } = Promise.withResolvers<void>();
    ridesOnDisk.written = promise;
    await pressFor('4001');
    await waitFor(() => expect(presses).toHaveLength(1));
    act(leaveFor);
    lies();
    await waitFor(() => expect(presses.slice(1)).toEqual(['leave']));
    expect([sent('check/onBusKids'), keep.mock.calls]).toEqual([undefined, []]);
    vi.restoreAllMocks();
    cleanup();
  }
});

test('at another school the desk begins anew, without the bus and the child of the former one', async () => {
  await show();
  fireEvent.change(await screen.findByLabelText('Admission number'), { target: { value: '4001' } });
  api.calls.length = 0;
  act(() => pickSchool(OTHER));
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Bus').value).toBe(''));
  expect([sent('check/getTrip'), screen.queryByLabelText('Admission number')]).toEqual([undefined, null]);
});

test('an earlier word of the trip that comes late takes no later one away', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  let times = 0;
  const boarded = { ...TRIP, aboard: [AMINA, BARAKA], missing: [] };
  api.replies['check/getTrip'] = () => {
    times += 1;
    return times === 1 ? { body: TRIP } : times === 2 ? promise : { body: boarded };
  };
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: [] } });
  await show();
  await list('Aboard');
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(times).toBe(2));
  await pressFor('4001');
  await waitFor(() => expect(times).toBe(3));
  await screen.findByText('On the bus');
  await act(async () => resolve({ body: TRIP }));
  expect((await list('Aboard')).textContent).toContain('Amina Juma');
});
