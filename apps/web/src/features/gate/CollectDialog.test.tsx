import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { createStore } from '../../lib/store.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CollectDialog } from './CollectDialog.tsx';
import type { Lane } from './lane/lane.ts';
import type { Line } from './queue/line.ts';

const LINE: Line = {
  ...{ key: 'k', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4', kind: 'out', by: 'pin' },
  ...{ school: null, user: '254700000003', state: 'refused', unchecked: false, tries: 1, at: 0, settledAt: 0 },
  ...{ proof: {}, event: null },
  refusal: new CallError({ status: 422, body: { problem: 'collector.required' } as never, atLogin: false }),
};

beforeAll(async () => {
  await prepareScreens(['gate', 'collectors']);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('CollectDialog stops asking when the child was let out elsewhere, and says so', async () => {
  const known = { required: false, leavesAlone: true, collectors: [], blocked: [], guardians: [] };
  vi.stubGlobal('fetch', async () => Response.json({ admissionNumber: '4100', names: 'Achieng Odhiambo', ...known }));
  const lines = createStore<readonly Line[]>([LINE]);
  const lane = { queue: { lines } } as Lane;
  showScreen(<CollectDialog line={LINE} lane={lane} onClose={() => undefined} />);
  await screen.findByRole('button', { name: 'Leaves alone' });
  act(() => lines.set([{ ...LINE, proof: null, elsewhere: true }]));
  expect(screen.getByRole('alert').textContent).toMatch(/^The server no longer has this student in school/);
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Close']);
});
