import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ScannerStatus, START } from '../lib/scanner/machine.ts';
import { prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { ScannerBanner } from './FingerprintPanel.tsx';

beforeAll(async () => {
  await prepareScreens(['school']);
});
afterEach(cleanup);

const words = 'The reader is busy';

test.each<[ScannerStatus, colour: string, role: 'alert' | 'status', text: string]>([
  ['disconnected', 'red', 'alert', 'Connect the fingerprint scanner to continue'],
  ['connected', 'green', 'status', 'Scanner connected successfully. Put student finger 3 times'],
  ['scanned', 'green', 'status', 'Student fingerprint scanned successfully'],
  ['info', 'blue', 'status', words],
  ['warning', 'yellow', 'alert', words],
  ['error', 'red', 'alert', 'Failed to connect to scanner'],
  ['closed', 'red', 'alert', 'Connect the fingerprint scanner to continue'],
])('ScannerBanner for status %s is shown in %s', async (status, colour, role, text) => {
  showScreen(<ScannerBanner state={{ ...START, status, text: words }} />);
  const banner = (await screen.findByText(text)).closest('[data-scanner]');
  expect(banner?.getAttribute('role')).toBe(role);
  expect(banner?.getAttribute('style')).toContain(`--alert-color: var(--mantine-color-${colour}-light-color)`);
});

test.each([
  [{ status: 'touch', glass: { lift: false, touch: 1, of: 1 } }, 'Put the finger on the reader'],
  [{ status: 'touch', glass: { lift: false, touch: 2, of: 3 } }, 'Put the finger on the reader: 2 of 3'],
  [{ status: 'lift', glass: { lift: true, touch: 1, of: 1 } }, 'Take the finger off the reader'],
  [
    { status: 'lift', glass: { lift: true, touch: 1, of: 1 }, advice: 'wipe' },
    'Wipe the finger and the glass: the print was too faint. Take the finger off the reader',
  ],
  [
    { status: 'error', at: 'gate.lan' },
    'The reader at gate.lan cannot be reached. Is its computer on, and is this tablet on the same network?',
  ],
  [{ status: 'busy', at: 'gate.lan' }, 'The reader at gate.lan is in use by another tablet or page'],
  [{ status: 'unpaired' }, 'The reader’s computer no longer knows this tablet: pair it again under This Device'],
  [{ status: 'busy' }, 'The scanner is in use by another page of this device'],
] as const)('ScannerBanner for %o shows its instruction or error', async (state, text) => {
  showScreen(<ScannerBanner state={{ ...START, ...state }} />);
  await screen.findByText(text);
});

test.each<[ScannerStatus, text: string]>([
  ['error', 'Failed to connect to scanner, check if LFPServer service is running'],
  ['closed', 'You have been disconnected, refresh page'],
])('ScannerBanner with suffix shows an extended alert for scanner status %s', async (status, text) => {
  showScreen(<ScannerBanner state={{ ...START, status }} suffix />);
  expect((await screen.findByText(text)).closest('[data-scanner]')?.getAttribute('role')).toBe('alert');
});
