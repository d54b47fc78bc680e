import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { pickSchool } from '../../lib/school.ts';
import type { OrphanedRequest } from '../../school/pending/pending-request.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { GateApp } from './GateApp.tsx';
import { orphanedPassages } from './orphaned/orphan-list.ts';
import { left } from './orphaned/orphaned-passages.ts';

const QUESTION: OrphanedRequest = {
  ...{ key: 'k1', kind: 'out', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'refused' },
  refusal: new CallError({ status: 422, body: { problem: 'collector.required' } as never, atLogin: false }),
};
const SESSION = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;
const logout = vi.fn();

beforeAll(async () => {
  await prepareScreens(['gate', 'school', 'collectors']);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  pickSchool({ sysid: 's', shortName: 'DEMO' });
});
afterEach(() => {
  cleanup();
  act(() => orphanedPassages.set([]));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const inSchool = ['4100', '4200'].map((admissionNumber) => ({
  admissionNumber,
  names: 'Achieng',
  className: 'Grade 4',
}));
beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/onCampus')) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(inSchool), {
      headers: { 'X-Total-Count': '2', 'Content-Type': 'application/json' },
    });
  });
});

const gate = (ended: boolean) => (
  <Suspense>
    <GateApp session={SESSION} names="Kamau" school="DEMO" ended={ended} onLogout={logout} onSignIn={() => {}} />
  </Suspense>
);
async function openGate(questions: readonly OrphanedRequest[]) {
  window.history.replaceState(null, '', '/app/checkout.pin');
  const shown = render(gate(false));
  await screen.findByLabelText('Admission number');
  await act(() => import('./GateDialog.tsx'));
  act(() => orphanedPassages.set(questions));
  return shown;
}
function isWarned(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

it("gate shows an earlier page's question as not out, and warns before leaving and logout", async () => {
  await openGate([]);
  expect(isWarned()).toBe(false);
  act(() => orphanedPassages.set([QUESTION]));
  const card = within(screen.getByRole('list', { name: '1 student is not recorded as out' }));
  expect(card.getByText('4100 Achieng Odhiambo')).toBeTruthy();
  // The press of 4200 that had no answer stands in the list of presses, not among the questions.
  act(() => orphanedPassages.set([QUESTION, { ...QUESTION, key: 'k2', admissionNumber: '4200', outcome: 'void' }]));
  const others = await screen.findByRole('list', { name: '1 check has no answer' });
  expect(within(others).getAllByRole('listitem')).toHaveLength(1);
  act(() => orphanedPassages.set([QUESTION]));
  expect(isWarned()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 student is not recorded as out' }));
  expect(dialog.getByText(/^Nobody said who collects\. The next person/)).toBeTruthy();
  expect(logout).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole('button', { name: 'Log out' }));
  expect(logout).toHaveBeenCalledOnce();
  // The browser does not ask a second time: a guard who stayed then would be at a gate without a session.
  expect(isWarned()).toBe(false);
});

it('gate does not warn before leaving once the session has ended', async () => {
  const { rerender } = await openGate([QUESTION]);
  expect(isWarned()).toBe(true);
  rerender(gate(true));
  expect(isWarned()).toBe(false);
});

it("dismissing an earlier page's question deletes it from the disk, and ends the warning", async () => {
  const forget = vi.spyOn(left, 'forget');
  await openGate([QUESTION]);
  fireEvent.click(screen.getByRole('button', { name: '4100 Achieng Odhiambo: Understood' }));
  await waitFor(() => expect(forget).toHaveBeenCalledExactlyOnceWith('k1'));
  await waitFor(() => expect(screen.queryByText(/not recorded as out/)).toBeNull());
  expect(isWarned()).toBe(false);
});
