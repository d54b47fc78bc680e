import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { CustodyLine } from './CustodyLine.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['school']);
});
afterEach(cleanup);

function show(custody: Record<string, unknown>) {
  cleanup();
  const body = { admissionNumber: '4001', since: '2026-11-24T04:10:00.000Z', busNumberPlate: null, collector: null };
  api.replies['student/getCustody'] = () => ({ body: { ...body, awaited: false, ...custody } });
  showScreen(<CustodyLine admissionNumber="4001" />);
}

test('CustodyLine names who has the student: the school, a bus, a collector, or none after leaving', async () => {
  show({ place: 'on-campus' });
  expect(await screen.findByText(/^On campus since /)).toBeTruthy();
  show({ place: 'bus', busNumberPlate: 'KDA123A' });
  expect(await screen.findByText(/^Aboard KDA123A since /)).toBeTruthy();
  show({ place: 'collector', collector: 'Mary Otieno (Aunt)' });
  expect(await screen.findByText(/^With Mary Otieno \(Aunt\) since /)).toBeTruthy();
  show({ place: 'off-campus' });
  expect(await screen.findByText(/^Off campus since /)).toBeTruthy();
  show({ place: 'off-campus', since: null });
  expect(await screen.findByText('Not at the gate or on a bus yet')).toBeTruthy();
});

test('CustodyLine tells apart a student set down off campus and one set down at school but not yet at the gate', async () => {
  show({ place: 'off-campus', busNumberPlate: 'KDA123A' });
  expect(await screen.findByText(/^Got off KDA123A, off campus since /)).toBeTruthy();
  show({ place: 'off-campus', busNumberPlate: 'KDA123A', awaited: true });
  expect(await screen.findByText(/^Got off KDA123A at school .*, not at the gate yet$/)).toBeTruthy();
});
