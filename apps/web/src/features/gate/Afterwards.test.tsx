import type { OfflineOutcome } from '@mfuko/contract/offline';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { Afterwards } from './Afterwards.tsx';

const UNREADABLE: OfflineOutcome = { key: 'k1', status: 'refused', problem: 'offline.unreadable' };
const OUT: OfflineOutcome = {
  ...{ key: 'k2', status: 'unverified', kind: 'out' },
  ...{ admissionNumber: '4001', studentName: 'Amina Juma' },
};

beforeAll(() => prepareScreens(['gate']));
afterEach(cleanup);

const show = (outcomes: readonly OfflineOutcome[]) => {
  showScreen(<Afterwards outcomes={outcomes} onRead={() => undefined} />);
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());
};
const NOTE = 'The office has them on its list too.';

it('asks the guard to tell the office of an event that the server could not read, and names no list', () => {
  expect(show([UNREADABLE])).toEqual(['Not recorded · Cannot be read: tell the office who it was']);
  expect(screen.queryByText(NOTE)).toBeNull();
});

it('says which students the office has on its list', () => {
  expect(show([OUT, UNREADABLE])[0]).toBe('4001 Amina JumaChecked out · There was no proof');
  expect(screen.queryAllByText(NOTE)).toHaveLength(1);
});

it('says of a stopped check-out that it was recorded and undone, and not that it was never recorded', () => {
  const stopped: OfflineOutcome = { ...OUT, key: 'k3', status: 'refused', problem: 'stopped' };
  expect(show([stopped])).toEqual(['4001 Amina JumaNot let out: it was recorded, then undone']);
});
