import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { saveSession } from '../../lib/session.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { resetRidesOnDisk, ridesOnDisk } from './orphaned/pending-rides.testkit.ts';
import { RollCallPage } from './RollCallPage.tsx';

vi.mock(
  './orphaned/pending-rides.ts',
  async () => (await import('./orphaned/pending-rides.testkit.ts')).mockedPendingRides,
);

const { calls: presses } = ridesOnDisk;

let api: FakeApi;
const SCHOOL = { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' };
const OTHER = { sysid: 'other', shortName: 'OTHER' };

const RIDE = {
  ...{ sysid: 'r1', studentName: 'Amina Juma', admissionNumber: '4001', class: 'Grade 4', busNumberPlate: 'KCB 204K' },
  ...{ direction: 'on', date: '2026-11-23T03:40:00.000Z' },
};

beforeAll(async () => {
  api = await prepareScreens(['bus', 'school']);
});
beforeEach(() => {
  resetRidesOnDisk();
  pickSchool(SCHOOL);
  saveSession({ token: 'the-token', userName: '254700000002', role: 'SchoolAdmin' });
  api.calls.length = 0;
  for (const [kind, direction] of [
    ['onBusKids', 'on'],
    ['offBusKids', 'off'],
  ])
    api.replies[`check/${kind}`] = () => ({
      body: { ...RIDE, direction, warnings: ['bus.not-assigned'] },
    });
  sessionStorage.clear();
});
afterEach(() => {
  notifications.clean();
  cleanup();
});

const sent = () => api.calls.filter(({ path }) => path.endsWith('BusKids'));

test.each(['On Bus', 'Off Bus'])('RollCallPage %s asks for the number first, then for the plate', async (name) => {
  showScreen(<RollCallPage />);
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByText('Admission number is required');
  expect(screen.queryByText('Bus number plate is required')).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText('Bus number plate is required');
  expect(sent()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Bus number plate/, { selector: 'input' }), {
    target: { value: 'kcb 204k' },
  });
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ input: { admissionNumber: '4001', busNumberPlate: 'kcb 204k' } }]),
  );
  expect(sent()[0]?.path).toBe(name === 'On Bus' ? 'check/onBusKids' : 'check/offBusKids');
  // The number is cleared for the next student; the bus stays.
  const number = () => screen.getByRole('combobox', { name: /^Admission number/ }) as HTMLInputElement;
  await waitFor(() => expect(number().value).toBe(''));
  expect(screen.getByLabelText<HTMLInputElement>(/^Bus number plate/, { selector: 'input' }).value).toBe('kcb 204k');
  // The ride is recorded, but the attendant is warned that this may be the wrong bus.
  const warning = await screen.findByText(/make sure this is the right bus/);
  expect(warning.closest('[role=alert]')?.textContent).toContain('Amina Juma');
});

async function pressFor(name: string): Promise<void> {
  const fields = [/^Admission number/, /^Bus number plate/].map((label) =>
    screen.getByRole('combobox', { name: label }),
  );
  for (const [place, value] of ['4001', 'KCB 204K'].entries())
    fireEvent.change(fields[place] as HTMLElement, { target: { value } });
  fireEvent.click(screen.getByRole('button', { name }));
}

test('RollCallPage stores a press on disk before its call, and drops it once answered', async () => {
  const { promise, resolve: lies } = Promise.withResolvers<void>();
  ridesOnDisk.written = promise;
  showScreen(<RollCallPage />);
  await screen.findByRole('button', { name: 'On Bus' });
  await pressFor('On Bus');
  await waitFor(() => expect(presses).toEqual(['keep on 4001 KCB 204K']));
  expect(sent()).toEqual([]);
  lies();
  await waitFor(() => expect(presses.slice(1)).toEqual(['drop', 'passed on 4001']));
  expect(sent()).toHaveLength(1);
});

test('RollCallPage sends no press after another school was picked', async () => {
  const { promise, resolve: lies } = Promise.withResolvers<void>();
  ridesOnDisk.written = promise;
  showScreen(<RollCallPage />);
  await screen.findByRole('button', { name: 'On Bus' });
  await pressFor('On Bus');
  await waitFor(() => expect(presses).toHaveLength(1));
  pickSchool(OTHER);
  lies();
  await waitFor(() => expect(presses.slice(1)).toEqual(['leave']));
  expect(sent()).toEqual([]);
});

test.each([
  ['is recorded', { body: { ...RIDE, warnings: [] } }, ['drop', 'passed on 4001'], [SCHOOL.sysid]],
  ['falls silent', null, ['leave'], []],
])(
  'RollCallPage: a press whose answer %s after another school was picked stays in its own school',
  async (_, reply, ends, of) => {
    const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
    vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
    api.replies['check/onBusKids'] = () => {
      pickSchool(OTHER);
      if (!reply) throw new TypeError('Failed to fetch');
      return reply;
    };
    showScreen(<RollCallPage />);
    await screen.findByRole('button', { name: 'On Bus' });
    await pressFor('On Bus');
    await waitFor(() => expect(presses.slice(1)).toEqual(ends));
    expect([ridesOnDisk.passedIn, keep.mock.calls]).toEqual([of, []]);
    vi.restoreAllMocks();
  },
);

test('RollCallPage sends no press after another account signed in', async () => {
  const { promise, resolve: lies } = Promise.withResolvers<void>();
  ridesOnDisk.written = promise;
  showScreen(<RollCallPage />);
  await screen.findByRole('button', { name: 'On Bus' });
  await pressFor('On Bus');
  await waitFor(() => expect(presses).toHaveLength(1));
  saveSession({ token: 'the-token', userName: '254700000009', role: 'SchoolAdmin' });
  lies();
  await waitFor(() => expect(presses.slice(1)).toEqual(['leave']));
  expect(sent()).toEqual([]);
});

test('RollCallPage shows a refusal that arrives after its screen was left', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>();
  api.replies['check/onBusKids'] = () => promise;
  /** Leaves the page for another screen. */
  let goAway = () => {};
  function Console() {
    const [isThere, setThere] = useState(true);
    goAway = () => setThere(false);
    return isThere ? <RollCallPage /> : null;
  }
  showScreen(<Console />);
  await screen.findByRole('button', { name: 'On Bus' });
  await pressFor('On Bus');
  await waitFor(() => expect(sent()).toHaveLength(1));
  act(goAway);
  await act(async () =>
    resolve({ status: 409, body: { code: '409', problem: 'bus.already-aboard', message: 'Aboard already.' } }),
  );
  await screen.findByText('Aboard already.');
});

test.each(['On Bus', 'Off Bus'])(
  'RollCallPage leaves a press with a server fault to the orphaned presses: %s',
  async (name) => {
    for (const kind of ['on', 'off'])
      api.replies[`check/${kind}BusKids`] = () => ({ status: 500, body: { code: '500', message: 'A fault.' } });
    showScreen(<RollCallPage />);
    await screen.findByRole('button', { name });
    await pressFor(name);
    await screen.findByText('A fault.');
    expect(presses.slice(1)).toEqual(['leave']);
  },
);

test('RollCallPage queues each offline press under its own key, so that a repeated child is another ride', async () => {
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  showScreen(<RollCallPage />);
  await screen.findByRole('button', { name: 'On Bus' });
  fireEvent(window, new Event('offline'));
  for (const times of [1, 2]) {
    await pressFor('On Bus');
    await waitFor(() => expect(keep).toHaveBeenCalledTimes(times));
  }
  expect(sent()).toEqual([]);
  const [first, second] = keep.mock.calls;
  expect(first?.[0]).toEqual({
    ...{ kind: 'on', admissionNumber: '4001', busNumberPlate: 'KCB 204K' },
    method: 'attested',
    proof: {},
  });
  expect(second?.[1]).not.toBe(first?.[1]);
  await waitFor(() => expect(presses.filter((one) => one === 'drop')).toHaveLength(2));
  fireEvent(window, new Event('online'));
  vi.restoreAllMocks();
});

test.each([
  ['opens', '2026-11-23T03:39:59.990Z', null, true],
  ['was recorded on', '2026-11-23T03:20:00.000Z', null, false],
  ['was recorded on meanwhile closed', '2026-11-23T03:39:59.990Z', '2026-11-23T03:41:00.000Z', false],
])('RollCallPage reports the trip that a boarding %s, until it is dismissed', async (_, began, closed, isTold) => {
  const trip = {
    sysid: 't1',
    busNumberPlate: 'KCB 204K',
    label: 'North',
    direction: 'toSchool',
    closed,
    closedBy: null,
  };
  const lists = { expected: [], aboard: [], dropped: [], missing: [], others: [] };
  const rest = { routeSYSID: null, routeName: null, papers: null, opened: began, ...lists };
  api.replies['check/getTrip'] = () => ({ body: { ...trip, ...rest } });
  showScreen(<RollCallPage />);
  const ride = async (name: string) => {
    fireEvent.change(screen.getByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
    fireEvent.change(screen.getByLabelText(/^Bus number plate/, { selector: 'input' }), {
      target: { value: 'KCB 204K' },
    });
    const before = sent().length;
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(sent()).toHaveLength(before + 1));
  };
  await screen.findByRole('button', { name: 'Off Bus' });
  await ride('Off Bus');
  await screen.findByText(/4001 · Amina Juma/);
  expect(api.calls.some(({ path }) => path === 'check/getTrip')).toBe(false);
  await ride('On Bus');
  await waitFor(() => expect(api.calls.some(({ path }) => path === 'check/getTrip')).toBe(true));
  const told = 'This boarding opened a trip: KCB 204K · North · To school';
  if (!isTold) {
    await act(async () => undefined);
    return expect(screen.queryByText(told)).toBeNull();
  }
  await screen.findByText(told);
  const link = screen.getByRole('link', { name: 'View trip' });
  expect(link.getAttribute('href')).toBe('/app/check.trip?bus=KCB%20204K');
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(screen.queryByText(told)).toBeNull();
});
