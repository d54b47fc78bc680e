import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pickSchool } from '../../../lib/school.ts';
import { saveSession } from '../../../lib/session.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { ridesOnDisk } from '../orphaned/pending-rides.testkit.ts';
import {
  AMINA,
  ATTENDANT,
  api,
  BARAKA,
  chooseBus,
  holdBoarding,
  list,
  OTHER_SCHOOL,
  prepareTripDesk,
  presses,
  pressFor,
  RIDE,
  refusal,
  SCHOOL,
  sent,
  show,
  TRIP,
} from './trip-desk.testkit.tsx';

vi.mock('../../../school/offline/stored-events.ts', async (original) => ({
  ...(await original<object>()),
  listOfflineEvents: vi.fn(async () => []),
}));

vi.mock(
  '../orphaned/pending-rides.ts',
  async () => (await import('../orphaned/pending-rides.testkit.ts')).mockedPendingRides,
);

prepareTripDesk();

test('TripDesk stores a ride press on disk before its call, and drops it once answered', async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: [] } });
  await show();
  const { promise, resolve: lies } = Promise.withResolvers<void>();
  ridesOnDisk.written = promise;
  await pressFor('4001');
  await waitFor(() => expect(presses).toEqual(['keep on 4001 KDA 1A']));
  expect(sent('check/onBusKids')).toBeUndefined();
  lies();
  await screen.findByText('On the bus');
  expect(presses.slice(1)).toEqual(['drop', 'passed on 4001']);
});

test.each([
  ['a refusal', () => refusal(404, 'student.not-found'), ['drop']],
  ['a fault', () => refusal(500, 'server.fault'), ['leave']],
  ['the end of the session', () => refusal(401, 'session.ended'), ['leave']],
] as const)('after %s the ride press is %s', async (_, reply, ends) => {
  api.replies['check/onBusKids'] = reply;
  await show();
  await pressFor('4001');
  await waitFor(() => expect(presses.slice(1)).toEqual(ends));
});

test('a late answer updates only the list of its own bus after another bus was chosen', async () => {
  const { answer } = holdBoarding();
  const boxed = vi.spyOn(seenBox, 'put').mockResolvedValue();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  await chooseBus('KDB 2B');
  await answer({ body: { ...RIDE, warnings: [] } });
  await waitFor(() => expect(presses.at(-1)).toBe('passed on 4001'));
  expect((await list('Aboard')).textContent).toContain('0Aboard');
  // Neither bus is stored under the other's key.
  const tripsOf = (plate: string) =>
    JSON.stringify(boxed.mock.calls.filter(([name]) => name === `trip:${SCHOOL.sysid}:${plate}`));
  expect(tripsOf('KDB2B')).not.toContain('4001');
  expect(tripsOf('KDA1A')).not.toContain('KDB 2B');
  expect(tripsOf('KDA1A')).toContain('"rides":[{');
  vi.restoreAllMocks();
});

test('a late refusal is shown under its own bus until dismissed', async () => {
  const { answer } = holdBoarding();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  await chooseBus('KDB 2B');
  await answer(refusal(404, 'student.not-found'));
  const told = await screen.findByRole('heading', { name: 'KDA 1A · Amina Juma · 4001 · Grade 4' });
  expect(told.closest('[role=alert]')).not.toBeNull();
  screen.getByText('Students who get on or off appear here.');
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(screen.queryByText(/Amina Juma/)).toBeNull();
});

test('TripDesk shows the answer on its bus when the attendant has switched back to it', async () => {
  const { answer } = holdBoarding();
  await show();
  await pressFor('4001');
  await waitFor(() => expect(sent('check/onBusKids')).toBeDefined());
  await chooseBus('KDB 2B');
  await chooseBus('KDA 1A');
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [AMINA, BARAKA], missing: [] } });
  await answer({ body: { ...RIDE, warnings: [] } });
  await screen.findByText('On the bus');
  expect((await list('Aboard')).textContent).toContain('Amina Juma');
});

test.each([
  ['another school was picked', () => pickSchool(OTHER_SCHOOL)],
  ['somebody else has unlocked the tablet', () => saveSession({ ...ATTENDANT, userName: '254700000009' })],
] as const)('TripDesk sends no ride when %s before its call, online and offline', async (_, leaveFor) => {
  for (const isAway of [false, true]) {
    presses.length = 0;
    pickSchool(SCHOOL);
    saveSession(ATTENDANT);
    vi.spyOn(outbox, 'isAway').mockReturnValue(isAway);
    vi.spyOn(outbox.ready, 'get').mockReturnValue(true);
    const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
    await show();
    const { promise, resolve: lies } = Promise.withResolvers<void>();
    ridesOnDisk.written = promise;
    await pressFor('4001');
    await waitFor(() => expect(presses).toHaveLength(1));
    act(leaveFor);
    lies();
    await waitFor(() => expect(presses.slice(1)).toEqual(['leave']));
    expect([sent('check/onBusKids'), keep.mock.calls]).toEqual([undefined, []]);
    vi.restoreAllMocks();
    cleanup();
  }
});
