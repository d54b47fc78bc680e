import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ScannerState, START } from '../../lib/scanner/machine.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ScanFingerprintPage } from './ScanFingerprintPage.tsx';

const scanner = vi.hoisted(() => ({ state: null as unknown, flush: () => {} }));
vi.mock('../../lib/scanner/useScanner.ts', () => ({ useScanner: () => scanner as ScannerInUse }));
// Removes the pause before the outcome is asked for.
vi.mock('../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<object>()),
  PAUSES_MS: [0, 0, 0],
}));
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

const CHILD = '01900000-0000-7000-8000-000000000007';
const MARY = { sysid: '01900000-0000-7000-8000-000000000008', name: 'Mary Mwende', mobileNumber: '254722000111' };

async function chooseCode() {
  for (const [field, option] of [
    [/^Relation/, 'Mother'],
    [/^How it was given/, "Code sent to the guardian's phone"],
  ] as const) {
    fireEvent.click(screen.getByRole('combobox', { name: field }));
    fireEvent.click(await screen.findByRole('option', { name: option }));
  }
}
function answerCodes(guardians: readonly object[]) {
  api.replies['student/getStudent'] = () => ({ body: { sysid: CHILD } });
  api.replies['student/getContacts'] = () => ({ body: guardians });
  api.replies['student/sendConsentCode'] = () => ({
    body: { to: '2547…111', name: 'Mary Mwende', resendAfter: 30, seconds: 300 },
  });
}

test("ScanFingerprintPage enrols with the guardian's SMS consent code, and shows a wrong code", async () => {
  answerCodes([MARY]);
  await show(SCANNED);
  await chooseCode();
  fireEvent.click(save());
  await screen.findByText('Choose who gets the code');
  fireEvent.click(await screen.findByRole('radio', { name: 'Mary Mwende · 2547…111' }));
  expect(document.body.textContent).not.toContain('254722000111');
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Code sent to Mary Mwende, 2547…111. It is valid for 5 minutes.');
  expect(screen.getByText(/^Send again in (30|29) seconds$/)).toBeTruthy();
  expect(api.calls.find(({ path }) => path === 'student/sendConsentCode')?.input).toEqual({
    sysid: CHILD,
    contactSYSID: MARY.sysid,
  });
  fireEvent.click(save());
  await screen.findByText("Enter the guardian's code");
  expect(uploads()).toEqual([]);
  api.replies['student/uploadStudentFingerprintAdm'] = () => ({
    status: 422,
    body: { code: '422', problem: 'fingerprint.consent-code', message: 'no' },
  });
  fireEvent.change(screen.getByLabelText(/^Guardian's code/), { target: { value: '111 222' } });
  fireEvent.click(save());
  await screen.findByText('This code is wrong or no longer valid');
  expect(scanner.flush).not.toHaveBeenCalled();
  api.replies['student/uploadStudentFingerprintAdm'] = () => ({ body: { finger: 'right-index', impressions: 1 } });
  fireEvent.change(screen.getByLabelText(/^Guardian's code/), { target: { value: '333444' } });
  fireEvent.click(save());
  await screen.findByText('Right index finger: 1 of 3 impressions');
  expect(uploads().map(({ input }) => [input.ConsentMethod, input.ConsentBy, input.ConsentCode])).toEqual([
    ['otp', 'Mary Mwende', '111222'],
    ['otp', 'Mary Mwende', '333444'],
  ]);
});

const SENT = { to: '2547…111', name: 'Mary Mwende', resendAfter: 30, seconds: 300 };
test.each([
  ['recorded', { outcome: 'recorded', answer: SENT }, 'Code sent to Mary Mwende, 2547…111. It is valid for 5 minutes.'],
  ['not sent', { outcome: 'void' }, 'The network failed and nothing was recorded. Try again.'],
  ['not known', null, 'No answer came. Press again once you are online: nothing recorded is done twice.'],
])('a consent code request with a lost answer is shown by its outcome: %s', async (_, outcome, words) => {
  function lose(): never {
    throw new TypeError('Failed to fetch');
  }
  answerCodes([MARY]);
  api.replies['student/sendConsentCode'] = lose;
  api.replies['wallet/closeAttempt'] = () => (outcome ? { body: outcome } : lose());
  await show(SCANNED);
  await chooseCode();
  fireEvent.click(await screen.findByRole('radio', { name: 'Mary Mwende · 2547…111' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText(words);
  expect(screen.queryByText('General Failure')).toBeNull();
});

test('a guardian without a record is added before the consent code is sent', async () => {
  answerCodes([]);
  api.replies['student/addContact'] = (input) => {
    answerCodes([MARY]);
    return { body: { ...MARY, ...input, sysid: MARY.sysid } };
  };
  await show(START);
  await chooseCode();
  fireEvent.change(await screen.findByLabelText(/^Guardian's name/), { target: { value: 'Mary Mwende' } });
  fireEvent.change(screen.getByLabelText(/^Guardian's phone number/), { target: { value: '0722 000 111' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add guardian' }));
  const radio = (await screen.findByRole('radio', { name: 'Mary Mwende · 2547…111' })) as HTMLInputElement;
  await waitFor(() => expect(radio.checked).toBe(true));
  await screen.findByRole('button', { name: 'Send code' });
});

test('ScanFingerprintPage with required consent codes offers no paper form, and explains a refused consent', async () => {
  answerCodes([MARY]);
  api.replies['school/getSchoolSettings'] = () => ({ body: { requireConsentCode: true } });
  await show(SCANNED);
  await screen.findByRole('radio', { name: 'Mary Mwende · 2547…111' });
  expect(screen.queryByRole('combobox', { name: /^How it was given/ })).toBeNull();
  expect(screen.queryByLabelText(/^Who gave it/)).toBeNull();
  api.replies['student/uploadStudentFingerprintAdm'] = () => ({
    status: 422,
    body: {
      code: '422',
      problem: 'fingerprint.no-consent',
      message: 'no',
      detail: { fields: { ConsentMethod: 'no' }, fieldCodes: { ConsentMethod: { code: 'consent-by-two' } } },
    },
  });
  fireEvent.click(screen.getByRole('radio', { name: 'It is on record' }));
  fireEvent.click(save());
  await screen.findByText(/^No guardian has a number\. Ask another person in the office to record the signed form/);
});
