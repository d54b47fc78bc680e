import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { pickSchool } from '../../lib/school.ts';
import { storageFails } from '../../school/offline/storage-state.ts';
import type { OrphanedRequest } from '../../school/pending/pending-request.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { TripDesk } from '../bus/trip/TripDesk.tsx';
import { GateApp } from './GateApp.tsx';
import { orphanedPassages } from './orphaned/orphan-list.ts';

const { asked, lost, dialogs } = vi.hoisted(() => {
  /** Chunks that were requested and whose code cannot be loaded. */
  const parts: string[] = [];
  const loseCode = (part: string) => () => {
    parts.push(part);
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  return { asked: parts, lost: loseCode, dialogs: Promise.withResolvers<void>() };
});
/** Simulates a slow connection: the chunk of the dialogs arrives once the test resolves the promise. */
vi.mock('./GateDialog.tsx', async (load) => {
  await dialogs.promise;
  return load();
});
vi.mock('../../school/desk/StorageNote.tsx', lost('StorageNote'));
vi.mock('./orphaned/OrphanedPassages.tsx', lost('OrphanedPassages'));
vi.mock('../bus/orphaned/OrphanedRides.tsx', lost('OrphanedRides'));
vi.mock('../bus/orphaned/pending-rides.ts', () => ({ useOrphanedRides: () => [{}] }));

const LEFT: OrphanedRequest = {
  ...{ key: 'k1', kind: 'out', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'void' },
};
const SESSION = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;

beforeAll(async () => {
  const api = await prepareScreens(['gate', 'school', 'trip', 'desk']);
  // Without this row the child would count as gone, which ends a press that was not recorded.
  const inSchool = { admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' };
  api.replies['check/onCampus'] = () => ({ body: [{ ...inSchool, since: '2026-11-30T05:00:00.000Z' }] });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  pickSchool({ sysid: 's', shortName: 'DEMO' });
});
afterEach(() => {
  cleanup();
  asked.length = 0;
  act(() => {
    storageFails.set(false);
    orphanedPassages.set([]);
  });
});

const openGate = () =>
  render(
    <Suspense>
      <GateApp session={SESSION} names="Kamau" school="DEMO" ended={false} onLogout={() => {}} onSignIn={() => {}} />
    </Suspense>,
  );

it('gate keeps its state and warns of orphaned presses when the code of a note fails to load', async () => {
  window.history.replaceState(null, '', '/app/checkin.pin');
  openGate();
  const number = await screen.findByLabelText<HTMLInputElement>('Admission number');
  // Both chunks are prefetched before they are needed.
  await waitFor(() => expect(asked.toSorted()).toEqual(['OrphanedPassages', 'StorageNote']));
  fireEvent.change(number, { target: { value: '4100' } });
  act(() => {
    storageFails.set(true);
    orphanedPassages.set([LEFT]);
  });
  await screen.findByText('1 check has no answer');
  await screen.findByText(/^This device cannot store work .+ Do not close or reload this page/);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Admission number').value).toBe('4100');
});

it('gate opens no dialog whose code arrives after the press, and opens it on the next press', async () => {
  window.history.replaceState(null, '', '/app/checkout.pin');
  openGate();
  const number = await screen.findByLabelText<HTMLInputElement>('Admission number');
  fireEvent.keyDown(number, { key: '?' });
  await screen.findByText(/^Not loaded yet/);
  fireEvent.change(number, { target: { value: '41' } });
  await act(async () => {
    dialogs.resolve();
    await import('./GateDialog.tsx');
  });
  await waitFor(() => expect(screen.queryByText(/^Not loaded yet/)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(number, { key: '?' });
  expect(screen.getByRole('dialog')).toBe(document.activeElement);
  expect(i18n.exists('collectors', 'gate.title')).toBe(true);
});

it('TripDesk keeps its state and warns of failing storage when the code of a note fails to load', async () => {
  render(
    <Suspense>
      <TripDesk session={SESSION} names="Kamau" desks={[]} onLogout={() => undefined} />
    </Suspense>,
  );
  await waitFor(() => expect(asked.toSorted()).toEqual(['OrphanedRides', 'StorageNote']));
  await act(async () => storageFails.set(true));
  expect((await screen.findByText(/^This device cannot store work/)).closest('main')).toBeTruthy();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});
