import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { prepareScreens, showScreen } from '../../../ui/screen.testkit.tsx';
import { LeftPassages } from './LeftPassages.tsx';
import { type LeftPassage, leftPassages } from './left-list.ts';

vi.mock('../../../school/offline/outbox.ts', () => ({ outbox: { ready: createStore(true) } }));

const LEFT: LeftPassage = {
  ...{ key: 'k1', kind: 'out', by: 'pin', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'void' },
};

beforeAll(() => prepareScreens(['gate']));
afterEach(cleanup);

function show(...left: Partial<LeftPassage>[]) {
  leftPassages.set(left.map((one) => ({ ...LEFT, ...one })));
  showScreen(<LeftPassages />);
  return screen.getAllByRole('listitem').map((line) => within(line).getAllByRole('button'));
}

it('names the child in each word, and holds each press to that child', () => {
  const lines = show(
    { key: 'k1' },
    { key: 'k2', admissionNumber: '4200', names: 'Amina Juma' },
    { key: 'k3', admissionNumber: '4300', names: null, outcome: 'recorded' },
  );
  expect(lines.map((buttons) => buttons.map((one) => one.getAttribute('aria-label')))).toEqual([
    ['Has left: 4100 Achieng Odhiambo', 'Has not left: 4100 Achieng Odhiambo'],
    ['Has left: 4200 Amina Juma', 'Has not left: 4200 Amina Juma'],
    ['Understood: 4300'],
  ]);
  expect(lines.map((buttons) => buttons.map((one) => one.dataset.of))).toEqual([['k1', 'k1'], ['k2', 'k2'], ['k3']]);
});
