import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import type { KnownCollectors } from '../../school/offline/collectors.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import type { Line } from './queue/line.ts';
import type { Queue } from './queue/queue.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';

let known: KnownCollectors | null;
let done: unknown[][];
let closed: number;
const lines = createStore<readonly Line[]>([]);
vi.mock('../../school/offline/collectors.ts', () => ({ readCollectors: async () => known }));
vi.mock('../../school/offline/faces.ts', () => ({ readFaces: async () => new Map([['c4', 'RkFDRQ==']]) }));

const UNCLE = { sysid: 'c1', name: 'Joseph Otieno', relation: 'Uncle', heldUntil: null, photo: false, photoAt: null };
const LINE: Line = {
  ...{ key: 'k1', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4', kind: 'out', by: 'pin' },
  ...{ state: 'waiting', unchecked: true, tries: 1, at: 0, school: 's', user: '254700000003', settledAt: null },
  ...{ proof: null, event: null, refusal: null },
};
const AT = '2026-11-20T06:00:00.000Z';
const NEW = {
  sysid: 'c2',
  name: 'New Aunt',
  relation: 'Aunt',
  heldUntil: new Date(Date.now() + 3_600_000).toISOString(),
  photo: false,
  photoAt: null,
};
const NOTHING: KnownCollectors = {
  ...{ admissionNumber: '4100', required: false, leavesAlone: false, collectors: [], blocked: [], exeat: null },
  ...{ requireExeat: false, seenAt: '2026-11-24T06:00:00.000Z' },
};

beforeAll(async () => {
  await prepareScreens(['gate']);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(() => {
  done = [];
  closed = 0;
});
afterEach(cleanup);

function show(what: Partial<KnownCollectors> | null) {
  known = what && { ...NOTHING, ...what };
  const queue: Pick<Queue, 'lines' | 'letOut' | 'stop'> = {
    lines,
    letOut: (...said) => done.push(['out', ...said]) > 0,
    stop: (key) => void done.push(['stop', key]),
  };
  lines.set([LINE]);
  showScreen(<ReleaseDialog line={LINE} queue={queue} onClose={() => closed++} />);
}
const WORD = { name: 'I know this student: let out' };
const word = () => screen.queryByRole('button', WORD);

it('ReleaseDialog offers listed collectors of the device, but not one still on hold', async () => {
  show({ required: true, collectors: [UNCLE, NEW] });
  fireEvent.click(await screen.findByRole('button', { name: /Joseph Otieno/ }));
  expect(done).toEqual([['out', 'k1', { collectorSYSID: 'c1' }]]);
  expect(screen.queryByRole('button', { name: /New Aunt/ })).toBeNull();
  expect(screen.getByText(/^As of .* on this device/)).toBeTruthy();
});

it("ReleaseDialog applies a collector's hold by the server clock", async () => {
  localStorage.setItem('clockAhead', String(-2 * 3_600_000));
  const heldUntil = new Date(Date.now() - 3_600_000).toISOString();
  show({ required: true, collectors: [UNCLE, { ...NEW, heldUntil }] });
  await screen.findByRole('button', { name: /Joseph Otieno/ });
  expect(screen.queryByRole('button', { name: /New Aunt/ })).toBeNull();
  localStorage.clear();
});

it('ReleaseDialog shows the stored photo, and says when another photo is missing', async () => {
  const photo = { photo: true, photoAt: AT };
  show({
    collectors: [UNCLE, { ...UNCLE, ...photo, sysid: 'c4', name: 'Ruth Auma' }, { ...UNCLE, ...photo, sysid: 'c5' }],
  });
  const face = await screen.findByAltText('Photo of Ruth Auma');
  expect(face.getAttribute('src')).toBe('data:image/jpeg;base64,RkFDRQ==');
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.getAllByText(/photo not here/)).toHaveLength(1);
  expect(screen.getByText('Compare the face with the photo before you press.')).toBeTruthy();
});

it('ReleaseDialog with a blocked person offers only listed collectors or keeping the child', async () => {
  const blocked = [{ sysid: 'b1', name: 'Peter Banned', relation: 'Uncle', reason: 'Court order' }];
  show({ required: true, collectors: [UNCLE], blocked });
  expect(await screen.findByText('Peter Banned (Uncle): Court order')).toBeTruthy();
  expect(word()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Do not let out' }));
  expect(done).toEqual([['stop', 'k1']]);
});

it("ReleaseDialog accepts the guard's word only when the school requires no collector", async () => {
  show({ required: true, collectors: [UNCLE] });
  await screen.findByRole('button', { name: /Joseph Otieno/ });
  expect(screen.getByText(/^At this school a student leaves only with a person on the list/)).toBeTruthy();
  expect(word()).toBeNull();
  cleanup();
  show({ required: true, collectors: [NEW] });
  await screen.findByText('This device lists nobody who may collect this student.');
  expect(word()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Do not let out' }));
  expect(done).toEqual([['stop', 'k1']]);
  cleanup();
  show({ required: false, collectors: [UNCLE] });
  await screen.findByRole('button', WORD);
});

it('ReleaseDialog closes once the server has answered the line', async () => {
  show({ required: true, collectors: [UNCLE] });
  await screen.findByRole('button', { name: /Joseph Otieno/ });
  lines.set(lines.get().map((line) => ({ ...line, state: 'sending' })));
  expect(closed).toBe(0);
  lines.set(lines.get().map((line) => ({ ...line, state: 'refused' })));
  await vi.waitFor(() => expect(closed).toBeGreaterThan(0));
});

it('ReleaseDialog warns that blocked persons are unknown only without a stored list', async () => {
  show(null);
  expect((await screen.findByRole('alert')).textContent).toMatch(/is not on this device\. Someone may be barred/);
  cleanup();
  show({});
  await screen.findByRole('button', WORD);
  expect(screen.queryByRole('alert')).toBeNull();
});

it(`ReleaseDialog accepts the guard's word without a list, and "Leaves alone" when allowed`, async () => {
  show(null);
  fireEvent.click(await screen.findByRole('button', WORD));
  cleanup();
  show({ leavesAlone: true, required: true, requireExeat: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Leaves alone' }));
  expect(done).toEqual([
    ['out', 'k1', undefined],
    ['out', 'k1', { leavesAlone: true }],
  ]);
  expect(screen.getByText(/^Has no pass from the office/)).toBeTruthy();
});
