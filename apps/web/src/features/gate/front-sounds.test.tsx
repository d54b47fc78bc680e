import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { createStore } from '../../lib/store.ts';
import { newsList } from '../../school/offline/news-list.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { inFront } from './front-page.ts';
import { GateApp } from './GateApp.tsx';

type Outcome = { key: string; kind: 'in' | 'out'; status: 'refused' };
type Stopped = { key: string; outcome: 'takenBack' | 'void' };
const { sing, heard, stops } = vi.hoisted(() => ({
  sing: vi.fn(),
  heard: { outcome: (_: Outcome) => {}, stopped: (_: Stopped) => true },
  stops: [] as string[],
}));
vi.mock('./tones.ts', () => ({ sing: (sound: string) => sing(sound) }));
/** Queue of the device, for which this test speaks as another page. */
vi.mock('../../school/offline/outbox.ts', async (load) => ({
  ...(await load<object>()),
  outbox: {
    ...{ ready: createStore(true), waiting: createStore(0), down: createStore(false) },
    ...{ isAway: () => true, met: () => {}, flush: () => {}, start: () => () => {} },
    stop: async (key: string) => void stops.push(key),
    onOutcome(listener: typeof heard.outcome) {
      heard.outcome = listener;
      return () => undefined;
    },
    onStopped(listener: typeof heard.stopped) {
      heard.stopped = listener;
      return () => undefined;
    },
  },
}));
vi.mock('../../school/offline/collectors.ts', () => ({
  keepCollectors: async () => {},
  readCollectors: async () => null,
}));

beforeAll(async () => {
  await prepareScreens(['gate', 'school', 'collectors']);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(async () => {
  sing.mockReset();
  stops.length = 0;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  window.history.replaceState(null, '', '/app/checkout.pin');
  const session = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;
  render(
    <Suspense>
      <GateApp session={session} names="Kamau" school="DEMO" ended={false} onLogout={() => {}} onSignIn={() => {}} />
    </Suspense>,
  );
  await screen.findByLabelText('Admission number');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const sounds = () => sing.mock.calls.flat();

it('gate sounds for an outcome of the device’s queue only on the page in front', async () => {
  act(() => inFront.set(false));
  act(() => heard.outcome({ key: 'k1', kind: 'in', status: 'refused' }));
  act(() => void heard.stopped({ key: 'k2', outcome: 'takenBack' }));
  act(() => inFront.set(true));
  act(() => heard.outcome({ key: 'k3', kind: 'in', status: 'refused' }));
  act(() => void heard.stopped({ key: 'k4', outcome: 'takenBack' }));
  await waitFor(() => expect(sounds()).toEqual(['refused', 'undone']));
});

/** Stops the check-out of a child for whom no network came. */
async function stopOne(): Promise<string> {
  fireEvent.change(screen.getByLabelText('Admission number'), { target: { value: '4100' } });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '482916' } });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  await act(() => import('./GateDialog.tsx'));
  // The dialog opens once its code is there.
  await waitFor(() => {
    fireEvent.click(screen.getAllByRole('button', { name: /Let out unverified/ })[0] as HTMLElement);
    screen.getByRole('button', { name: /Do not let out/ });
  });
  fireEvent.click(screen.getByRole('button', { name: /Do not let out/ }));
  await waitFor(() => expect(stops).toHaveLength(1));
  return stops[0] ?? '';
}

it.each([
  ['in front', true, ['undone']],
  ['behind another page', false, []],
])(
  'gate reports a check-out that another page has had taken back in its line alone, on the page %s',
  async (_, isFront, more) => {
    const key = await stopOne();
    await waitFor(() => expect(sounds()).toEqual(['look', 'look']));
    sing.mockReset();
    act(() => inFront.set(isFront));
    act(() => expect(heard.stopped({ key, outcome: 'takenBack' })).toBe(true));
    const outcome = { key, kind: 'out', status: 'refused', admissionNumber: '4100', problem: 'stopped' } as const;
    const earlier = { ...outcome, key: 'of an earlier page', admissionNumber: '4200' };
    act(() => newsList.set([outcome, earlier].map((one) => ({ school: 's', lane: 'gate', outcome: one }))));
    expect(screen.getByRole('region', { name: /passed offline/ }).textContent).not.toContain('4100');
    const unread = () => newsList.get().map((one) => one.outcome.admissionNumber);
    // A page behind leaves it to the page that the guard looks at, and to the next page.
    await waitFor(() => expect(unread()).toEqual(isFront ? ['4200'] : ['4100', '4200']));
    expect(sounds()).toEqual(more);
    act(() => inFront.set(true));
    await waitFor(() => expect(unread()).toEqual(['4200']));
    act(() => newsList.set([]));
  },
);
