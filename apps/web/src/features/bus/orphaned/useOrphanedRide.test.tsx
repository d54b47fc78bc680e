import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pickSchool } from '../../../lib/school.ts';
import { createStore } from '../../../lib/store.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { prepareScreens, showScreen } from '../../../ui/screen.testkit.tsx';
import { OrphanedRides } from './OrphanedRides.tsx';
import { OrphanedRidesNotice } from './OrphanedRidesNotice.tsx';
import { orphanedRides } from './orphan-list.ts';

const said: string[] = [];
let fails: boolean;
vi.mock('./orphaned-rides.ts', () => {
  const say = (what: string) => async (left: OrphanedRequest | string) => {
    if (fails) throw new Error('QuotaExceededError');
    said.push(`${what} ${typeof left === 'string' ? left : left.key}`);
  };
  return { left: { sayPassed: say('passed'), sayStayed: say('stayed'), forget: say('forgot') } };
});
const down = createStore(false);
vi.mock('../../../school/offline/outbox.ts', () => {
  const ready = createStore(true);
  return {
    outbox: {
      ready,
      get down() {
        return down;
      },
    },
  };
});

const LEFT: OrphanedRequest = {
  ...{ key: 'k1', kind: 'on', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ busNumberPlate: 'KDA 1A', at: 0, clockAheadMs: 0, user: 'u', school: 's', page: null, outcome: 'void' },
};

beforeAll(async () => {
  await prepareScreens(['rides']);
  pickSchool({ sysid: 's', shortName: 'DEMO' });
});
beforeEach(() => {
  down.set(false);
  said.length = 0;
  fails = false;
});
afterEach(cleanup);

const SCREENS = [
  ['on a trip', <OrphanedRides key="trip" onPassed={({ key }) => void said.push(`told ${key}`)} />],
  ['on a screen of the console', <OrphanedRidesNotice key="console" />],
] as const;
const buttons = () => screen.getAllByRole('button').map((one) => [one.getAttribute('aria-label'), one.dataset.of]);

it.each(SCREENS)('orphaned rides name the child on each button and bind it to its ride, %s', async (_, desk) => {
  orphanedRides.set([
    LEFT,
    { ...LEFT, key: 'k2', kind: 'off', admissionNumber: '4200', names: null },
    { ...LEFT, key: 'k3', outcome: 'recorded' },
    { ...LEFT, key: 'k4', kind: 'off', outcome: 'refused' },
  ]);
  await act(async () => void showScreen(desk));
  expect(buttons()).toEqual([
    ['Is on board: 4100 Achieng Odhiambo', 'k1'],
    ['Is not on board: 4100 Achieng Odhiambo', 'k1'],
    ['Has got off: 4200', 'k2'],
    ['Is still on board: 4200', 'k2'],
    ['Understood: 4100 Achieng Odhiambo', 'k3'],
    ['Understood: 4100 Achieng Odhiambo', 'k4'],
  ]);
});

it("OrphanedRidesNotice links each ride to its bus's trip, also for recorded and refused presses", async () => {
  orphanedRides.set([
    { ...LEFT, outcome: 'recorded' },
    { ...LEFT, key: 'k2', admissionNumber: '4200', names: null, busNumberPlate: 'KDB 2B', outcome: 'refused' },
  ]);
  await act(async () => void showScreen(<OrphanedRidesNotice />));
  const way = (of: string) => screen.getByRole('link', { name: `See the trip: ${of}` }).getAttribute('href');
  expect([way('4100 Achieng Odhiambo'), way('4200')]).toEqual([
    ...['/app/check.trip?bus=KDA%201A', '/app/check.trip?bus=KDB%202B'],
  ]);
});

it.each(SCREENS)('orphaned rides are headed by unanswered rides, else by known answers, %s', async (_, desk) => {
  orphanedRides.set([LEFT, { ...LEFT, key: 'k2', outcome: 'recorded' }]);
  await act(async () => void showScreen(desk));
  screen.getByText('1 ride has no answer');
  act(() => orphanedRides.set([{ ...LEFT, outcome: 'recorded' }]));
  screen.getByText('1 earlier ride was answered');
  expect(screen.queryByText(/has no answer/)).toBeNull();
});

it.each(SCREENS)('orphaned rides of another school are hidden, %s', async (_, desk) => {
  orphanedRides.set([LEFT, { ...LEFT, key: 'k2', school: 'other' }]);
  await act(async () => void showScreen(desk));
  expect(buttons().map(([, of]) => of)).toEqual(['k1', 'k1']);
});

it.each([
  ['asking', ['Is on board']],
  ['others', ['Is on board']],
  ['void', ['Is on board', 'Is not on board']],
] as const)('OrphanedRidesNotice offers "not on board" only for a void ride: %s', async (outcome, words) => {
  orphanedRides.set([{ ...LEFT, outcome, at: Date.now() }]);
  await act(async () => void showScreen(<OrphanedRidesNotice />));
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(words);
});

it.each(SCREENS)(
  `orphaned rides accept "not on board" for another account's boarding after 65 s, only online: %s`,
  async (_, desk) => {
    const at = Date.now() - 65_001;
    orphanedRides.set([{ ...LEFT, outcome: 'others', at }]);
    await act(async () => void showScreen(desk));
    screen.getByText(/Only the other account is told the answer/);
    const words = () => screen.getAllByRole('button').map((one) => one.textContent);
    // Offline, the trip's list brings no news.
    act(() => down.set(true));
    expect(words()).toEqual(['Is on board']);
    act(() => down.set(false));
    expect(words()).toEqual(['Is on board', 'Is not on board']);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Is not on board/ })));
    expect(said).toEqual(['stayed k1']);
  },
);

it.each(SCREENS)(
  `orphaned rides offer only "has got off" for another account's alighting, and explain a correction: %s`,
  async (_, desk) => {
    orphanedRides.set([{ ...LEFT, kind: 'off', outcome: 'others', at: Date.now() - 65_001 }]);
    await act(async () => void showScreen(desk));
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Has got off']);
    screen.getByText(/If a student is still on the bus, press On Bus for them again/);
    expect(screen.queryByText(/press Off Bus/)).toBeNull();
  },
);

it.each(SCREENS)('orphaned rides explain how to correct a boarding of another account: %s', async (_, desk) => {
  orphanedRides.set([{ ...LEFT, outcome: 'others' }]);
  await act(async () => void showScreen(desk));
  screen.getByText(/as aboard but is not on the bus, press Off Bus for them there/);
  expect(screen.queryByText(/press On Bus/)).toBeNull();
  act(() => orphanedRides.set([LEFT]));
  expect(screen.queryByText(/press Off Bus/)).toBeNull();
});

it('OrphanedRidesNotice lets a press of another account be dismissed after a day', async () => {
  orphanedRides.set([{ ...LEFT, outcome: 'others', at: Date.now() - 25 * 3_600_000 }]);
  await act(async () => void showScreen(<OrphanedRidesNotice />));
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Is on board', 'Understood']);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Understood/ })));
  expect(said).toEqual(['forgot k1']);
});

it('OrphanedRides reports a confirmed ride to the trip only once the device has stored it', async () => {
  orphanedRides.set([LEFT]);
  await act(async () => void showScreen(<OrphanedRides onPassed={({ key }) => void said.push(`told ${key}`)} />));
  fails = true;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Is on board/ })));
  expect(said).toEqual([]);
  within(screen.getByRole('listitem')).getByText('This device could not save it. Press again.');
  fails = false;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Is on board/ })));
  expect(said).toEqual(['passed k1', 'told k1']);
});
