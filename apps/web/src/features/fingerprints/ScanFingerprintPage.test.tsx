import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ScannerState, START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ScanFingerprintPage } from './ScanFingerprintPage.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, flush: () => {} }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => scanner as ScannerInUse }));
vi.mock('@tanstack/react-router', () => ({ createLink: () => 'a', useSearch: () => ({ admissionNumber: '4001' }) }));

const SCANNED: ScannerState = {
  status: 'scanned',
  text: '',
  template: { Template: 'aGVsbG8=', DPI: 500 },
  capturing: false,
  retryIn: null,
  glass: null,
  advice: null,
};
let api: FakeApi;
const save = () => screen.getByRole('button', { name: 'Save Fingerprint' }) as HTMLButtonElement;
const uploads = () => api.calls.filter(({ path }) => path === 'student/uploadStudentFingerprintAdm');

beforeAll(async () => {
  api = await prepareScreens(['fingerprints', 'school']);
});
beforeEach(() => {
  scanner.state = START;
  scanner.flush = vi.fn();
  api.calls.length = 0;
  api.replies = {
    'check/getStudent': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: false },
    }),
    'student/uploadStudentFingerprintAdm': () => ({ body: { finger: 'right-index', impressions: 1, quality: 80 } }),
  };
});
afterEach(cleanup);

async function show(state: ScannerState) {
  scanner.state = state;
  showScreen(<ScanFingerprintPage />);
  await screen.findByText('Amani Mwende');
}

test('ScanFingerprintPage enables Save only once a finger was scanned', async () => {
  await show(START);
  expect(save().disabled).toBe(true);
  cleanup();
  await show(SCANNED);
  expect(save().disabled).toBe(false);
});

test('ScanFingerprintPage disables Save when the number changes to a student not yet looked up', async () => {
  await show(SCANNED);
  fireEvent.change(screen.getByLabelText(/^Admission number/), { target: { value: '40' } });
  expect(save().disabled).toBe(true);
});

test('ScanFingerprintPage sends no finger without consent, and sends the consent with the finger', async () => {
  await show(SCANNED);
  fireEvent.click(save());
  expect(await screen.findAllByText('Required for the consent')).toHaveLength(3);
  expect(uploads()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Who gave it/), { target: { value: 'Mary Mwende' } });
  for (const [field, option] of [
    [/^Relation/, 'Mother'],
    [/^How it was given/, 'Signed on paper'],
  ] as const) {
    fireEvent.click(screen.getByRole('combobox', { name: field }));
    fireEvent.click(await screen.findByRole('option', { name: option }));
  }
  fireEvent.click(save());
  expect(await screen.findByText('Right index finger: 1 of 3 impressions')).toBeTruthy();
  expect(uploads()[0]?.input).toMatchObject({
    AdmissionNumber: '4001',
    B64Fingerprint: 'aGVsbG8=',
    Finger: 'right-index',
    ConsentBy: 'Mary Mwende',
    ConsentRelation: 'mother',
    ConsentMethod: 'paper',
  });
  expect(scanner.flush).toHaveBeenCalled();
});

test('ScanFingerprintPage shows whose finger it is when refused as a duplicate, and flushes the scanner', async () => {
  api.replies['student/uploadStudentFingerprintAdm'] = () => ({
    status: 409,
    body: { code: '409', problem: 'fingerprint.duplicate', message: 'no', detail: { admissionNumber: '4177' } },
  });
  await show(SCANNED);
  fireEvent.click(screen.getByLabelText(/^It is on record/));
  fireEvent.click(save());
  expect(await screen.findByText('This finger is already enrolled for another student: 4177.')).toBeTruthy();
  await waitFor(() => expect(scanner.flush).toHaveBeenCalled());
});
