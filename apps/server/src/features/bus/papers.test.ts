import { type BusRow, createBus, deleteBus, getBus, updateBus } from '@mfuko/contract/bus';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { PAPERS_CHECK, papersJobs } from './jobs.ts';

const TODAY = '2026-11-20';

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  office = await server.aPerson('SchoolAdmin', await server.aSchool());
});

const aBus = async (papers: object) => {
  const { status, body } = await office.ask<BusRow>(createBus, {
    busNumberPlate: `KDA ${100 + aNumber()}A`,
    label: 'North',
    ...papers,
  });
  expect(status).toBe(200);
  return body;
};
/** Runs the job half an hour after midnight in Nairobi, when it is still the day before in UTC. */
async function look(day = TODAY): Promise<void> {
  const clock = { ...server.context.clock, now: () => Date.parse(`${day}T00:30:00+03:00`) };
  await papersJobs({ ...server.context, clock })[PAPERS_CHECK]?.({});
}
async function told(): Promise<string[]> {
  const { body } = await office.ask<NoticeRow[]>(getNotifications);
  return body.map(({ kind, params }) => `${kind} ${params.plate} ${params.until}`).toSorted();
}

it("the dates of a bus's papers are kept by an update without them and cleared by an empty one", async () => {
  const { sysid } = await aBus({ inspectedUntil: '2027-03-31', insuredUntil: '2027-01-15' });
  await office.ask(updateBus, { sysid, label: 'South' });
  expect((await office.ask(getBus, { sysid })).body).toMatchObject({
    label: 'South',
    inspectedUntil: '2027-03-31',
    insuredUntil: '2027-01-15',
  });
  await office.ask(updateBus, { sysid, inspectedUntil: '', insuredUntil: null });
  expect((await office.ask(getBus, { sysid })).body).toMatchObject({ inspectedUntil: null, insuredUntil: null });
  expect((await office.ask(updateBus, { sysid, inspectedUntil: '31/03/2027' })).problem).toBe('input.malformed');
});

it('notices are sent once 14 days before a paper ends and once after it has ended', async () => {
  const soon = await aBus({ inspectedUntil: '2026-12-04', insuredUntil: '2026-12-05' });
  const last = await aBus({ insuredUntil: TODAY });
  const over = await aBus({ inspectedUntil: '2026-11-19' });
  await aBus({});
  await look();
  await look();
  const before = [
    `bus.inspection-due ${soon.busNumberPlate} 2026-12-04`,
    `bus.inspection-over ${over.busNumberPlate} 2026-11-19`,
    `bus.insurance-due ${last.busNumberPlate} ${TODAY}`,
  ];
  expect(await told()).toEqual(before.toSorted());
  await look('2026-11-21');
  const then = [
    `bus.insurance-due ${soon.busNumberPlate} 2026-12-05`,
    `bus.insurance-over ${last.busNumberPlate} ${TODAY}`,
  ];
  expect(await told()).toEqual([...before, ...then].toSorted());
});

it('a changed date is announced again, and a deleted bus is not announced', async () => {
  const bus = await aBus({ inspectedUntil: '2026-11-25' });
  const gone = await aBus({ inspectedUntil: '2026-11-25' });
  await office.ask(deleteBus, { sysid: gone.sysid });
  await look();
  await office.ask(updateBus, { sysid: bus.sysid, inspectedUntil: '2026-11-30' });
  await look();
  expect(await told()).toEqual([
    `bus.inspection-due ${bus.busNumberPlate} 2026-11-25`,
    `bus.inspection-due ${bus.busNumberPlate} 2026-11-30`,
  ]);
});
