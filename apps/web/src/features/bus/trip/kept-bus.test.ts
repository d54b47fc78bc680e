import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seenBox } from '../../../school/offline/device-box.ts';
import { createKeptBus } from './kept-bus.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../../lib/request.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('../../../lib/school.ts', async (original) => ({ ...(await original<object>()), schoolAtWork: () => 's' }));
vi.mock('../../../school/offline/stored-events.ts', () => ({ listOfflineEvents: async () => [] }));

const OPEN = { sysid: 'morning', closed: null };
const HOUR = 3_600_000;
const ride = { key: 'k', kind: 'on', admissionNumber: '4001', at: '' } as const;
let told: object;

beforeEach(() => {
  told = OPEN;
  call.mockReset().mockImplementation(async () => told);
  vi.spyOn(seenBox, 'put').mockResolvedValue();
});
afterEach(() => void vi.restoreAllMocks());

/** Bus of a page that comes up, with the trip on the disk that this device heard of so many hours ago, and without a network. */
async function afterHours(hours: number) {
  const asOf = new Date(Date.now() - hours * HOUR).toISOString();
  vi.spyOn(seenBox, 'get').mockResolvedValue({ trip: OPEN, asOf, rides: [] } as never);
  call.mockRejectedValue(new TypeError('no network'));
  const bus = createKeptBus('s', 'KDA 1A');
  await bus.begin();
  return bus;
}

test('a page that comes up works on the trip of its disk, and in the afternoon not on the one of the morning', async () => {
  expect((await afterHours(1)).worksOn()).toBe('morning');
  expect((await afterHours(6)).worksOn()).toBeNull();
});

test('a late word of a trip that is over for this page does not take it up again', async () => {
  vi.spyOn(seenBox, 'get').mockResolvedValue(null);
  const bus = createKeptBus('s', 'KDA 1A');
  await bus.ask();
  expect(bus.worksOn()).toBe('morning');
  bus.letGo('the one before');
  expect(bus.worksOn()).toBe('morning');
  bus.letGo('morning');
  await bus.note(ride);
  expect(bus.worksOn()).toBeNull();
  told = { sysid: 'noon', closed: null };
  await bus.ask();
  expect(bus.worksOn()).toBe('noon');
  // The closing's answer comes, and the look that it asks for was answered from before.
  await bus.close('noon', '123456');
  expect(bus.worksOn()).toBeNull();
  told = { sysid: 'evening', closed: null };
  await bus.open('home', null);
  expect(bus.worksOn()).toBe('evening');
});
