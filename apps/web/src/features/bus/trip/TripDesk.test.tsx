import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isDeskHeld } from '../../../lib/activity.ts';
import { pickSchool } from '../../../lib/school.ts';
import { orphanedRides } from '../orphaned/orphan-list.ts';
import {
  AMINA,
  api,
  BARAKA,
  list,
  OTHER_SCHOOL,
  prepareTripDesk,
  pressFor,
  RIDE,
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

vi.mock('../../../school/sounds.ts', () => ({ playNotes: vi.fn(), pulse: vi.fn() }));
vi.mock(
  '../orphaned/pending-rides.ts',
  async () => (await import('../orphaned/pending-rides.testkit.ts')).mockedPendingRides,
);

prepareTripDesk();

test('TripDesk lists children aboard, missing, not expected and off, with counts', async () => {
  await show();
  expect((await list('Aboard')).textContent).toContain('1AboardBaraka Otieno4002 · Grade 5');
  expect((await list('Missing')).textContent).toContain('Amina Juma4001 · Grade 4 · Kondele');
  expect((await list('Not expected')).textContent).toContain('Baraka Otieno');
  expect((await list('Got off')).textContent).toContain('0Got offNobody');
  expect(sent('check/getTrip')).toEqual({ busNumberPlate: 'KDA 1A' });
});

test('TripDesk holds off the desk lock only while a trip is open', async () => {
  await show();
  await list('Aboard');
  await waitFor(() => expect(isDeskHeld()).toBe(true));
  cleanup();
  expect(isDeskHeld()).toBe(false);
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [], closed: '2026-11-23T04:40:00.000Z' } });
  await show();
  await screen.findByText(/closed/i);
  expect(isDeskHeld()).toBe(false);
});

test('TripDesk alerts by sight and sound when a closed trip has a child aboard, and lets the child off', async () => {
  const { playNotes } = await import('../../../school/sounds.ts');
  const empty = { ...TRIP, aboard: [], closed: TRIP.opened, closedBy: 'Kamau Wafula' };
  api.replies['check/getTrip'] = () => ({ body: empty });
  api.replies['check/offBusKids'] = () => {
    api.replies['check/getTrip'] = () => ({ body: { ...empty, dropped: [BARAKA] } });
    return { body: { ...RIDE, ...BARAKA, studentName: BARAKA.names, direction: 'off', warnings: [] } };
  };
  await show();
  const closed = await screen.findByText(/^The last trip was closed/);
  expect(closed.dataset.look).toBe('good');
  expect([isDeskHeld(), vi.mocked(playNotes).mock.calls.length]).toEqual([false, 0]);
  api.replies['check/getTrip'] = () => ({ body: { ...empty, aboard: [BARAKA] } });
  fireEvent(window, new Event('online'));
  const told = await screen.findByRole('heading', { name: '1 student may still be on this bus' });
  expect(told.closest('[role=alert]')).not.toBeNull();
  expect(told.closest<HTMLElement>('[data-look]')?.dataset.look).toBe('bad');
  // The banner repeats the notice.
  expect(screen.getAllByText('1 student may still be on this bus')).toHaveLength(2);
  expect(screen.getByText(/^The last trip was closed/).dataset.look).toBeUndefined();
  expect([isDeskHeld(), vi.mocked(playNotes).mock.calls.length]).toEqual([true, 1]);
  fireEvent.click(await screen.findByRole('button', { name: `Off Bus: ${BARAKA.names} ${BARAKA.admissionNumber}` }));
  await waitFor(() => expect(screen.queryAllByText('1 student may still be on this bus')).toEqual([]));
  expect(sent('check/offBusKids')).toMatchObject({ admissionNumber: '4002', busNumberPlate: 'KDA 1A' });
  await waitFor(() => expect(screen.getByText(/^The last trip was closed/).dataset.look).toBe('good'));
});

test("TripDesk boards a missing child from the list, and shows the server's warning as an alert", async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: ['bus.wrong-stop'] } });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'On Bus: Amina Juma 4001' }));
  const warning = await screen.findByText('This is not this student’s stop.');
  expect(warning.closest('[role=alert]')).not.toBeNull();
  expect(sent('check/onBusKids')).toMatchObject({
    ...{ admissionNumber: '4001', busNumberPlate: 'KDA 1A', listedOnly: true },
  });
});

test('TripDesk asks to check the place when a child gets off another bus', async () => {
  const off = { ...RIDE, ...BARAKA, studentName: BARAKA.names, direction: 'off', warnings: ['bus.not-assigned'] };
  api.replies['check/offBusKids'] = () => ({ body: off });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: `Off Bus: ${BARAKA.names} ${BARAKA.admissionNumber}` }));
  await screen.findByText(/make sure that this is where they get off/);
});

test('TripDesk records by number and Enter, asks a reason for a clash, and names the expected bus', async () => {
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

test('TripDesk clears a success on the next digit, but keeps a warning', async () => {
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

test('TripDesk sends one child at a time, and keeps the next number in its field', async () => {
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

test('TripDesk switches high contrast on and off', async () => {
  await show();
  const sun = await screen.findByRole('switch', { name: 'High contrast, for the sun' });
  fireEvent.click(sun);
  expect([document.documentElement.hasAttribute('data-sun'), localStorage.getItem('contrast')]).toEqual([true, 'high']);
  fireEvent.click(sun);
  expect(document.documentElement.hasAttribute('data-sun')).toBe(false);
});

test("TripDesk takes a card scanned into the rear-seat code as the next child's number", async () => {
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

test('TripDesk refuses to close a trip with a child aboard or a wrong rear-seat code', async () => {
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

test("TripDesk clears the last child's warning when the trip is closed", async () => {
  const empty = { ...TRIP, aboard: [] };
  api.replies['check/offBusKids'] = () => ({ body: { ...RIDE, direction: 'off', warnings: ['bus.wrong-stop'] } });
  api.replies['check/closeTrip'] = () => ({ body: { ...empty, closed: TRIP.opened } });
  await show();
  const off = await screen.findByRole('button', { name: `Off Bus: ${BARAKA.names} ${BARAKA.admissionNumber}` });
  api.replies['check/getTrip'] = () => ({ body: empty });
  fireEvent.click(off);
  await screen.findByText('This is not this student’s stop.');
  fireEvent.click(screen.getByRole('button', { name: 'Close trip' }));
  fireEvent.change(screen.getByLabelText('Code at the rear seat'), { target: { value: '123456' } });
  api.replies['check/getTrip'] = () => ({ body: { ...empty, closed: TRIP.opened } });
  fireEvent.click(screen.getByRole('button', { name: 'Close it now' }));
  await screen.findByText(/^The last trip was closed/);
  await screen.findByText('Students who get on or off appear here.');
  expect(screen.queryByText('This is not this student’s stop.')).toBeNull();
});

test('TripDesk opens and closes a trip only online', async () => {
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
  await screen.findByText(/^No trip is open, and none can be opened by hand without a network/);
  expect(screen.queryByRole('button', { name: 'Open trip' })).toBeNull();
  network(true);
  fireEvent.click(await screen.findByRole('radio', { name: 'Home' }));
  fireEvent.click(screen.getByRole('button', { name: 'Open trip' }));
  await screen.findByRole('button', { name: 'Close trip' });
  expect(sent('check/openTrip')).toMatchObject({ busNumberPlate: 'KDA 1A', direction: 'home' });
  network(false);
  await screen.findByText(/^Closing a trip needs a network/);
  expect(screen.queryByRole('button', { name: /Close trip|Open trip/ })).toBeNull();
  network(true);
});

test('TripDesk warns of an expired paper, also offline, and ignores a permit of another day', async () => {
  const bus = { busNumberPlate: 'KDA 1A', label: 'North', sysid: TRIP.sysid, inspectedUntil: null };
  const shows = (more: object) => {
    api.replies['school/getBuses'] = () => ({ body: [{ ...bus, insuredUntil: '2020-01-31', permit: null, ...more }] });
  };
  api.replies['check/getTrip'] = () => refusal(404, 'bus.trip-not-found');
  shows({});
  await show();
  await screen.findByText('The insurance of this bus has expired: it was valid until 31/01/2020.');
  await screen.findByText(/^It must not carry students/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  await screen.findByText(/^Last known on this device/);
  vi.restoreAllMocks();
  fireEvent(window, new Event('online'));
  cleanup();
  shows({ permit: { day: '2020-02-01', reason: 'Paid', by: 'Mary Atieno' } });
  await show();
  await screen.findByText(/^It must not carry students/);
});

test('TripDesk asks a reason to board with expired papers, and shows it on the trip', async () => {
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
  const note = await screen.findByText('The insurance had expired when this trip opened.');
  expect(note.closest('p')?.textContent).toMatch(/The office has not allowed it\. Reason given: Children at/);
});

test('TripDesk starts anew without bus and child when another school is picked', async () => {
  await show();
  fireEvent.change(await screen.findByLabelText('Admission number'), { target: { value: '4001' } });
  api.calls.length = 0;
  act(() => pickSchool(OTHER_SCHOOL));
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Bus').value).toBe(''));
  expect([sent('check/getTrip'), screen.queryByLabelText('Admission number')]).toEqual([undefined, null]);
});

test('TripDesk ignores a trip answer that arrives after a later one', async () => {
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

/** Opens the form for the code at the rear seat and types the code; returns form and button. */
async function askToClose() {
  fireEvent.click(await screen.findByRole('button', { name: 'Close trip' }));
  const closing = await screen.findByRole('region', { name: 'Close trip' });
  fireEvent.change(within(closing).getByLabelText('Code at the rear seat'), { target: { value: '123456' } });
  const button = within(closing).getByRole<HTMLButtonElement>('button', { name: 'Close it now' });
  return { closing, button };
}

test('TripDesk cannot close a trip while a question is open or a ride is pending', async () => {
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [] } });
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>();
  api.replies['check/onBusKids'] = () => promise;
  await show();
  const { closing, button } = await askToClose();
  expect(button.disabled).toBe(false);
  await pressFor('4001');
  await within(closing).findByText('A student is still being recorded. Wait for that first.');
  expect(button.disabled).toBe(true);
  await act(async () => resolve(refusal(409, 'bus.already-aboard', { busNumberPlate: 'KDB 2B' })));
  await within(closing).findByText('1 student above has no answer yet. First say whether they are on the bus.');
  expect(within(closing).getByText('Amina Juma (4001, Grade 4)').closest('[role=alert]')).not.toBeNull();
  expect(button.disabled).toBe(true);
  fireEvent.submit(button);
  expect(sent('check/closeTrip')).toBeUndefined();
  const band = screen.getByRole('heading', { name: /^Amina Juma/ }).parentElement as HTMLElement;
  fireEvent.click(within(band).getByRole('button', { name: 'Cancel' }));
  expect(within(closing).queryByText(/Amina Juma/)).toBeNull();
  expect(button.disabled).toBe(false);
});

test("TripDesk lists this bus's orphaned rides before closing, and requires a confirmation for each new one", async () => {
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [] } });
  const left = { ...AMINA, kind: 'on', at: 0, clockAheadMs: 0, user: 'u', school: SCHOOL.sysid, page: null } as const;
  orphanedRides.set([
    { ...left, key: 'k1', busNumberPlate: 'kda1a', outcome: 'others' },
    { ...left, key: 'k2', admissionNumber: '4005', names: null, busNumberPlate: 'KDB 2B', outcome: 'void' },
    { ...left, key: 'k3', admissionNumber: '4006', names: null, busNumberPlate: 'KDA 1A', outcome: 'recorded' },
  ]);
  await show();
  const { closing, button } = await askToClose();
  within(closing).getByText('Amina Juma (4001, Grade 4)');
  expect(within(closing).queryByText(/4005|4006/)).toBeNull();
  const looked = within(closing).getByLabelText('I have looked: this student is not on the bus');
  expect(button.disabled).toBe(true);
  fireEvent.click(looked);
  expect(button.disabled).toBe(false);
  // The confirmation covers that child only, not later ones.
  act(() => orphanedRides.set([{ ...left, key: 'k4', busNumberPlate: 'KDA 1A', outcome: 'void' }]));
  expect(button.disabled).toBe(true);
});
