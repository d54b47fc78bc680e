import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seenBox } from '../../../school/offline/device-box.ts';
import { createKeptBus } from './kept-bus.ts';
import { isToBeAnswered, type Scan } from './scan.ts';
import { closeTripOf, openTripOf } from './trip-ends.ts';

const call = vi.hoisted(() => vi.fn());
const { dropRide, noteTrip } = vi.hoisted(() => ({ dropRide: vi.fn(), noteTrip: vi.fn() }));
vi.mock('../../../lib/request.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('../../../lib/school.ts', async (original) => ({ ...(await original<object>()), schoolAtWork: () => 's' }));
vi.mock('../orphaned/pending-rides.ts', () => ({ dropRide, leaveRide: vi.fn(), noteTrip }));
vi.mock('../../../school/offline/stored-events.ts', () => ({ listOfflineEvents: async () => [] }));

const OPEN = { sysid: 'morning', closed: null };
const HOUR = 3_600_000;
const ride = { key: 'k', kind: 'on', admissionNumber: '4001', at: '' } as const;
let told: object;

beforeEach(() => {
  told = OPEN;
  dropRide.mockReset();
  call.mockReset().mockImplementation(async () => told);
  vi.spyOn(seenBox, 'put').mockResolvedValue();
});
afterEach(() => void vi.restoreAllMocks());

/** Opens a bus offline whose stored trip is that many hours old. */
async function afterHours(hours: number) {
  const asOf = new Date(Date.now() - hours * HOUR).toISOString();
  vi.spyOn(seenBox, 'get').mockResolvedValue({ trip: OPEN, asOf, rides: [] } as never);
  call.mockRejectedValue(new TypeError('no network'));
  const bus = createKeptBus('s', 'KDA 1A');
  await bus.begin();
  return bus;
}

test('createKeptBus works on a stored trip after one hour, but not after six', async () => {
  expect((await afterHours(1)).worksOn()).toBe('morning');
  expect((await afterHours(6)).worksOn()).toBeNull();
});

test('createKeptBus does not reopen a trip that it has left or closed when a late answer names it', async () => {
  vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  const bus = createKeptBus('s', 'KDA 1A');
  await bus.ask();
  expect(bus.worksOn()).toBe('morning');
  bus.leaveTrip('the one before');
  expect(bus.worksOn()).toBe('morning');
  bus.leaveTrip('morning');
  await bus.note(ride);
  expect(bus.worksOn()).toBeNull();
  told = { sysid: 'noon', closed: null };
  await bus.ask();
  expect(bus.worksOn()).toBe('noon');
  // The close is answered, and the refresh that follows gets an answer from before the close.
  await closeTripOf(bus, 'noon', '123456');
  expect(bus.worksOn()).toBeNull();
  told = { sysid: 'evening', closed: null };
  await openTripOf(bus, 'home', null);
  expect(bus.worksOn()).toBe('evening');
});

const CHILD = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 4', stop: null };
const QUESTION: Scan = {
  ...{ kind: 'on', outcome: 'clash', warnings: [], otherBus: null, why: 'She is aboard another bus.', proof: null },
  ...{ ...CHILD, press: { key: 'k', at: 0, user: 'u', school: 's' } },
};

test('createKeptBus ends a question when another device recorded the child, and no unrelated question', async () => {
  vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  const bus = createKeptBus('s', 'KDA 1A');
  const says = async (aboard: object[], dropped: object[]) => {
    told = { ...OPEN, aboard, dropped };
    await bus.ask();
    return bus.last.get()?.outcome;
  };
  bus.last.set(QUESTION);
  expect(await says([{ ...CHILD, admissionNumber: '4002' }], [CHILD])).toBe('clash');
  expect(await says([CHILD], [])).toBe('elsewhere');
  expect(dropRide.mock.calls).toEqual([['k']]);
  expect(isToBeAnswered(bus.last.get())).toBe(false);
  // The child got off here before the ride in question, and now comes to this door from another bus.
  bus.last.set({ ...QUESTION, kind: 'off' });
  await says([], [CHILD]);
  bus.last.set({ ...QUESTION, kind: 'off' });
  expect(await says([], [CHILD])).toBe('clash');
  expect(await says([], [])).toBe('clash');
  expect(await says([], [CHILD])).toBe('elsewhere');
  // A child left aboard a closed trip does not count as boarded on the next one.
  bus.last.set(QUESTION);
  told = { ...OPEN, closed: 'then', aboard: [CHILD], dropped: [] };
  await bus.ask();
  expect(bus.last.get()?.outcome).toBe('clash');
});

test('createKeptBus ends a question without a stored press when another device recorded the child', async () => {
  vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  const bus = createKeptBus('s', 'KDA 1A');
  told = { ...OPEN, aboard: [], dropped: [] };
  await bus.ask();
  const { press: _, ...question } = QUESTION;
  bus.last.set({ ...question, kind: 'off' });
  told = { ...OPEN, aboard: [], dropped: [CHILD] };
  await bus.ask();
  expect(bus.last.get()?.outcome).toBe('elsewhere');
});

test.each([
  ['arises', false],
  ['opens again', true],
])('createKeptBus ends a question by what another page heard first, after it %s', async (_, isAnew) => {
  const kept = vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  const bus = createKeptBus('s', 'KDA 1A');
  told = { ...OPEN, aboard: [], dropped: [] };
  await bus.ask();
  const question: Scan = { ...QUESTION, kind: 'off' };
  bus.last.set(question);
  // Its answer is on its way.
  if (isAnew) bus.last.set(null);
  const trip = { ...OPEN, aboard: [], dropped: [CHILD] };
  kept.mockResolvedValue({ trip, asOf: new Date(Date.now() + 1_000).toISOString(), rides: [] });
  expect((await bus.mergeOtherPages()).trip).toEqual(trip);
  if (isAnew) bus.last.set({ ...question, refused: 'No.' });
  told = trip;
  await bus.ask();
  expect(bus.last.get()?.outcome).toBe('elsewhere');
});

test('createKeptBus ends no question by a trip answer requested before it', async () => {
  vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  const bus = createKeptBus('s', 'KDA 1A');
  told = { ...OPEN, aboard: [CHILD], dropped: [] };
  const asked = bus.ask();
  bus.last.set(QUESTION);
  await asked;
  expect(bus.last.get()).toBe(QUESTION);
});

test('createKeptBus retries soon after one failed answer, but not on each later failure', async () => {
  vi.useFakeTimers();
  try {
    vi.spyOn(seenBox, 'get').mockResolvedValue(null);
    const bus = createKeptBus('s', 'KDA 1A');
    call.mockRejectedValueOnce(new TypeError('no answer'));
    await bus.ask();
    expect(bus.state.get().away).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(bus.state.get().away).toBe(false);
    call.mockRejectedValue(new TypeError('no network'));
    await bus.ask();
    await vi.advanceTimersByTimeAsync(14_000);
    expect([call.mock.calls.length, bus.state.get().away]).toEqual([4, true]);
  } finally {
    vi.useRealTimers();
  }
});

test('createKeptBus passes each server answer to noteTrip', async () => {
  vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  noteTrip.mockReset();
  const bus = createKeptBus('s', 'KDA 1A');
  await bus.ask();
  expect(noteTrip.mock.calls).toEqual([[OPEN]]);
  call.mockRejectedValue(new TypeError('no network'));
  await bus.ask();
  expect(noteTrip).toHaveBeenCalledOnce();
});
