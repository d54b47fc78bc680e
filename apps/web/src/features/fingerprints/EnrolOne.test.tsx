import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ScannerState, START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { EnrolOne } from './EnrolOne.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, open: true, capture: () => {}, flush: () => {} }));
const asked = vi.hoisted(() => [] as unknown[]);
vi.mock('../../lib/scanner/useScanner.ts', () => ({
  useScanner: (options: unknown) => {
    asked.push(options);
    return scanner as unknown as ScannerInUse;
  },
}));

const SCANNED: ScannerState = {
  status: 'scanned',
  text: '',
  template: { Template: 'aGVsbG8=', DPI: 500 },
  capturing: false,
  retryIn: null,
  glass: null,
  advice: null,
};
const AMINA = { sysid: 'a', names: 'Amina Juma', admissionNumber: '8901' };
const BARAKA = { sysid: 'b', names: 'Baraka Mwangi', admissionNumber: '8902' };
const UPLOAD = 'student/uploadStudentFingerprint';

let api: FakeApi;
const done = vi.fn();

beforeAll(async () => {
  api = await prepareScreens(['enrolment', 'fingerprints', 'school']);
});
beforeEach(() => {
  scanner.state = START;
  scanner.capture = vi.fn();
  scanner.flush = vi.fn();
  done.mockClear();
  api.calls.length = 0;
  api.replies = { 'student/getFingerprints': () => ({ body: [], headers: { 'X-Total-Count': '0' } }) };
});
afterEach(cleanup);

function Walk() {
  const [student, setStudent] = useState(AMINA);
  return (
    <>
      <button type="button" onClick={() => setStudent(BARAKA)}>
        Another
      </button>
      <EnrolOne student={student} onDone={done} onSkip={() => undefined} isLast={false} />
    </>
  );
}
const scan = () => fireEvent.click(screen.getByRole('button', { name: 'Scan the finger' }));
const uploads = () => api.calls.filter(({ path }) => path === UPLOAD);

test('EnrolOne starts a capture only on a press with the consent filled in', async () => {
  showScreen(<Walk />);
  await screen.findByLabelText(/^Who gave it/);
  expect(asked.at(-1)).toEqual({ captureByItself: false, times: 3 });
  scan();
  expect(await screen.findAllByText('Required for the consent')).toHaveLength(2);
  expect(scanner.capture).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText(/^It is on record/));
  expect(scanner.capture).not.toHaveBeenCalled();
  scan();
  await waitFor(() => expect(scanner.capture).toHaveBeenCalledTimes(1));
});

test('EnrolOne for the next student clears the consent name, flushes the reader and captures nothing', async () => {
  showScreen(<Walk />);
  fireEvent.change(await screen.findByLabelText(/^Who gave it/), { target: { value: 'Mary Mwende' } });
  fireEvent.click(screen.getByLabelText(/^It is on record/));
  scan();
  await waitFor(() => expect(scanner.capture).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByRole('button', { name: 'Another' }));
  await screen.findByRole('heading', { name: 'Baraka Mwangi' });
  const field = await screen.findByLabelText(/^Who gave it/);
  expect((field as HTMLInputElement).value).toBe('');
  expect(scanner.flush).toHaveBeenCalled();
  expect(scanner.capture).toHaveBeenCalledTimes(1);
  screen.getByRole('button', { name: 'Scan the finger' });
});

test.each([
  ['of the child at the reader', AMINA.sysid, 1],
  ['of another child', BARAKA.sysid, 0],
])('EnrolOne: a third impression %s calls onDone only for the student shown', async (_, studentSYSID, times) => {
  scanner.state = SCANNED;
  api.replies[UPLOAD] = () => ({
    body: { sysid: 'f', studentSYSID, admissionNumber: '8901', finger: 'right-index', impressions: 3, quality: 80 },
  });
  showScreen(<Walk />);
  fireEvent.click(await screen.findByLabelText(/^It is on record/));
  scan();
  await waitFor(() => expect(uploads()).toHaveLength(1));
  await waitFor(() => expect(scanner.flush).toHaveBeenCalled());
  expect(done).toHaveBeenCalledTimes(times);
});
