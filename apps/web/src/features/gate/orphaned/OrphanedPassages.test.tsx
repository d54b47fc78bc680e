import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pickSchool } from '../../../lib/school.ts';
import { createStore } from '../../../lib/store.ts';
import type { KnownCollectors } from '../../../school/offline/collectors.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { prepareScreens, showScreen } from '../../../ui/screen.testkit.tsx';
import { OrphanedPassages } from './OrphanedPassages.tsx';
import { orphanedPassages } from './orphan-list.ts';

const down = createStore(false);
let known: () => Promise<Partial<KnownCollectors> | null>;
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
vi.mock('../../../school/offline/collectors.ts', () => ({ readCollectors: () => known() }));

const LEFT: OrphanedRequest = {
  ...{ key: 'k1', kind: 'out', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'void' },
};

beforeAll(async () => {
  await prepareScreens(['gate']);
  pickSchool({ sysid: 's', shortName: 'DEMO' });
});
beforeEach(() => {
  down.set(false);
  known = async () => null;
});
afterEach(cleanup);

function show(...left: Partial<OrphanedRequest>[]) {
  orphanedPassages.set(left.map((one) => ({ ...LEFT, ...one })));
  showScreen(<OrphanedPassages />);
}
function buttons() {
  return screen.getAllByRole('listitem').map((line) => within(line).getAllByRole('button'));
}

it('OrphanedPassages names the child on each button and binds it to its press', () => {
  show(
    { key: 'k1' },
    { key: 'k2', admissionNumber: '4200', names: 'Amina Juma' },
    { key: 'k3', admissionNumber: '4300', names: null, outcome: 'recorded' },
  );
  const lines = buttons();
  expect(lines.map((buttons) => buttons.map((one) => one.getAttribute('aria-label')))).toEqual([
    ['Has left: 4100 Achieng Odhiambo', 'Has not left: 4100 Achieng Odhiambo'],
    ['Has left: 4200 Amina Juma', 'Has not left: 4200 Amina Juma'],
    ['Understood: 4300'],
  ]);
  expect(lines.map((buttons) => buttons.map((one) => one.dataset.of))).toEqual([['k1', 'k1'], ['k2', 'k2'], ['k3']]);
});

it('OrphanedPassages explains how to settle presses only when one is open', () => {
  const note = () => screen.queryByText(/If the child is still here/);
  show({ outcome: 'recorded' });
  expect(note()).toBeNull();
  act(() => orphanedPassages.set([...orphanedPassages.get(), { ...LEFT, key: 'k2' }]));
  expect(note()).not.toBeNull();
});

it('OrphanedPassages is headed by unanswered presses, else by known answers', () => {
  const heading = () => screen.getByRole('heading').textContent;
  show({ outcome: 'void' }, { key: 'k2', outcome: 'asking' }, { key: 'k3', outcome: 'recorded' });
  expect(heading()).toBe('2 checks have no answer');
  act(() => orphanedPassages.set([{ ...LEFT, outcome: 'recorded' }]));
  expect(heading()).toBe('1 earlier check was answered');
});

it('OrphanedPassages hides presses of another school', () => {
  show({ key: 'k1' }, { key: 'k2', admissionNumber: '4200', school: 'other' });
  expect(buttons()).toHaveLength(1);
  act(() => pickSchool({ sysid: 'other', shortName: 'OTHER' }));
  expect(
    buttons()
      .flat()
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Has left: 4200 Achieng Odhiambo', 'Has not left: 4200 Achieng Odhiambo']);
  act(() => pickSchool({ sysid: 's', shortName: 'DEMO' }));
});

const REQUIRED = { required: true, blocked: [] };
const BLOCKED = {
  required: false,
  blocked: [{ sysid: 'b', name: 'A Man', relation: 'Father', reason: 'Court order' }],
};
const FREE = { required: false, blocked: [] };

/** Returns the buttons of a child's line, once the device has read its list of collectors. */
async function words(left: Partial<OrphanedRequest>): Promise<string[]> {
  await act(async () => void show(left));
  return screen.getAllByRole('button').map((one) => one.textContent ?? '');
}
const HELD = /once the network is back/;

it.each([
  ['asks for a person', REQUIRED, 'asking', false],
  ['of a child whom somebody must not collect', BLOCKED, 'asking', false],
  ['whose press was known to be void before the network went', REQUIRED, 'void', true],
  ['of another account without a network', REQUIRED, 'others', true],
] as const)(
  'OrphanedPassages offline does not accept "Has left" when a collector is required or blocked: %s',
  async (_, list, outcome, isDown) => {
    known = async () => list;
    down.set(isDown);
    expect(await words({ outcome })).toEqual(['Has not left']);
    screen.getByText(HELD);
    // Once the server is reachable, the guard may report a child as gone, since the office hears of it at once.
    await act(async () => {
      down.set(false);
      orphanedPassages.set([{ ...LEFT, outcome: 'void' }]);
    });
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Has left', 'Has not left']);
    expect(screen.queryByText(HELD)).toBeNull();
  },
);

it.each([
  ['went with a person of the list', REQUIRED, { collectorSYSID: 'aunt' }],
  ['leaves alone', REQUIRED, { leavesAlone: true }],
  ['goes by the word', FREE, {}],
  ['is on no list of this device', null, {}],
] as const)('OrphanedPassages accepts "Has left" of a child who %s', async (_, list, chosen) => {
  known = async () => list;
  expect(await words({ outcome: 'asking', ...chosen })).toEqual(['Has left', 'Has not left']);
});

it('OrphanedPassages offers "Has left" only after its collector list was read or failed', async () => {
  let fail: (reason: Error) => void = () => undefined;
  known = () => new Promise((_, reject) => (fail = reject));
  expect(await words({ outcome: 'asking' })).toEqual(['Has not left']);
  await act(async () => fail(new Error('no storage')));
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Has left', 'Has not left']);
});

it('OrphanedPassages offers only "Has come in" for a check-in, whatever the list', async () => {
  known = async () => REQUIRED;
  expect(await words({ kind: 'in', outcome: 'asking' })).toEqual(['Has come in']);
});
