import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetDrafts } from '../../ui/draft-storage.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { RulesForm } from './RulesForm.tsx';

const SCHOOL = '01900000-0000-7000-8000-000000000005';
const SETTINGS = {
  sysid: SCHOOL,
  consentPolicy: 'student',
  movementLimit: 20_000,
  requireTill: false,
  requireDevices: false,
  requireSignedCaptures: false,
  requireConsentCode: false,
  requireCollector: false,
  requireExeat: false,
  requireSecondFactor: false,
  fingerOnlyGate: false,
  holdAfterChangeHours: 24,
  holdFirstMeans: false,
  pinLength: 4,
  tripAlarmMinutes: 120,
  arrivalAlarmMinutes: 30,
  lateFrom: '08:00',
  absentFrom: null,
  schoolDays: [1, 2, 3, 4, 5],
  dailyCheckIn: false,
  tellAbsent: false,
  tellLate: false,
  tellOverdueExeats: false,
  requireProofForItems: false,
  eraseLeaversDays: 365,
  forgetPlacesDays: 0,
  cashOutFee: { fixed: 10, percent: 1.5, cap: 50 },
  collectionFee: null,
  canteenFee: null,
};
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['schools']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'school/getSchoolSettings': () => ({ body: SETTINGS }),
    'school/updateSchoolSettings': () => ({ body: SETTINGS }),
  };
});
afterEach(() => {
  cleanup();
  forgetDrafts();
});

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const sent = () => api.calls.find(({ path }) => path === 'school/updateSchoolSettings')?.input;
const fields = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label);

test('RulesForm shows the stored fee, and sends all rules with an emptied fee as zero', async () => {
  showScreen(<RulesForm sysid={SCHOOL} />);
  await screen.findByRole('button', { name: 'Save' });
  expect([fields('Fixed (KES)'), fields('Percent'), fields('Maximum (KES)')].map(([first]) => first?.value)).toEqual([
    '10',
    '1.5',
    '50',
  ]);
  for (const label of ['Fixed (KES)', 'Percent', 'Maximum (KES)'])
    fireEvent.change(fields(label)[0] as HTMLInputElement, { target: { value: '' } });
  fireEvent.change(fields('Percent')[2] as HTMLInputElement, { target: { value: '2.25' } });
  fireEvent.change(screen.getByLabelText('Days before locations are deleted'), { target: { value: '90' } });
  fireEvent.change(screen.getByLabelText('Digits of a new PIN'), { target: { value: '6' } });
  fireEvent.click(screen.getByLabelText('Held by the school'));
  fireEvent.click(screen.getByLabelText('Cash only through an open till'));
  fireEvent.click(screen.getByLabelText('Items only by finger or PIN'));
  fireEvent.click(screen.getByLabelText('Check-in by finger alone'));
  fireEvent.click(screen.getByLabelText('Hold first PINs and fingers too'));
  save();
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).toEqual({
    sysid: SCHOOL,
    consentPolicy: 'school',
    movementLimit: '20000',
    requireTill: true,
    requireDevices: false,
    requireSignedCaptures: false,
    requireConsentCode: false,
    requireCollector: false,
    requireExeat: false,
    requireSecondFactor: false,
    fingerOnlyGate: true,
    holdAfterChangeHours: '24',
    holdFirstMeans: true,
    pinLength: '6',
    tripAlarmMinutes: '120',
    arrivalAlarmMinutes: '30',
    lateFrom: '08:00',
    absentFrom: '',
    schoolDays: ['1', '2', '3', '4', '5'],
    dailyCheckIn: false,
    tellAbsent: false,
    tellLate: false,
    tellOverdueExeats: false,
    requireProofForItems: true,
    eraseLeaversDays: '365',
    forgetPlacesDays: '90',
    cashOutFee: { fixed: '0', percent: '0', cap: '' },
    collectionFee: { fixed: '0', percent: '0', cap: '' },
    canteenFee: { fixed: '0', percent: '2.25', cap: '' },
  });
});

test('RulesForm shows an invalid fee at its field, and sends nothing', async () => {
  showScreen(<RulesForm sysid={SCHOOL} />);
  await screen.findByRole('button', { name: 'Save' });
  fireEvent.change(fields('Percent')[1] as HTMLInputElement, { target: { value: '1.005' } });
  fireEvent.change(fields('Maximum (KES)')[1] as HTMLInputElement, { target: { value: '0' } });
  save();
  expect(await screen.findAllByText('must be more than zero')).toHaveLength(1);
  expect(screen.getAllByText('must be a percentage from 0 to 100 with at most two decimals')).toHaveLength(1);
  expect(sent()).toBeUndefined();
});
