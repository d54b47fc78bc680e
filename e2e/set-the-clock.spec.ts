import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../apps/server/tests/clock.testkit.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

// The people and a student of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '4008';
const REASON = 'The clock said tomorrow after the power cut';
/** Past the end of two days, and past the end of all that the clock ever said. */
const AHEAD = 50;
const LATER = 100;

let server: RunningServer;
let hand: ClockHand;
let journey: Journey;
let page: Page;
let bursar: WireClient;

beforeAll(async () => {
  const first = await startServer({ SEED: 'demo' });
  hand = await takeClock(ownerUrlOf(first));
  // The clock of the test is found by sessions that begin after it came.
  await hand.end();
  await first.end('SIGTERM');
  server = await startServer({ SEED: 'demo' }, first.dataDir);
  hand = await takeClock(ownerUrlOf(server));
  bursar = await connect(server.url);
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await hand?.end();
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const pay = (amount: number) => bursar.call('wallet/deposit', { admissionNumber: NUMBER, amount });

describe('server clock that was a day ahead', () => {
  recordFailures(() => page);

  it('shows that the clock is wrong on two screens once money is refused', async () => {
    await journey.enter(ADMIN);
    await page.goto(`${server.url}/app/report.books`);
    await page.getByRole('combobox', { name: 'School' }).first().click();
    await page.getByRole('option', { name: 'DEMO' }).click();
    await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor();
    await hand.set(AHEAD);
    expect((await pay(300)).status).toBe(200);
    // A day stays open while a transaction is under way that began on it: then its turn is the next time.
    const closed = async () => {
      await hand.closeDays();
      return (await closedDays())[0] ?? '';
    };
    await expect.poll(closed, { timeout: 60_000 }).toSatisfy((newest: string) => newest >= dayInNairobi(1));
    await hand.set(0);
    const refused = await pay(200);
    expect([refused.status, refused.body.problem]).toEqual([503, 'clock.behind']);
    await page.reload();
    await told("The server's clock is wrong: no money is recorded");
    await told(/But money was recorded on/);
    await checkScreen(page, 'wrong clock');
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await told("The server's clock is wrong: no money is recorded");
  });

  it('records money again once two persons state that the clock is right, and removes the banner', async () => {
    await page.goto(`${server.url}/app/report.books`);
    await page.getByRole('button', { name: 'The clock is correct now' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await told('is required');
    await spotCheckScreen(page, 'stating that the clock is right');
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
    await told('A second person must approve this.');
    await spotCheckScreen(page, 'clock, stated');
    const { statement } = (await bursar.call('clock/status', {}, 'GET')).body;
    const { sysid } = statement as { sysid: string };
    const approved = await bursar.call('clock/decideStatement', { sysid, approve: true });
    expect(approved.status).toBe(200);
    await page.getByText("The server's clock is wrong").waitFor({ state: 'detached' });
    expect((await pay(200)).status).toBe(200);
  });

  it('amends a closed day with later entries by a proposal and an approval', async () => {
    await hand.set(LATER);
    const late = await findDay(await closedDays());
    expect((await bursar.call('reports/proposeAmendment', { day: late, reason: REASON })).status).toBe(200);
    await page.goto(`${server.url}/app/report.books?view=${late}`);
    await told('Added after the day was closed');
    await checkScreen(page, 'day to be mended');
    await page.getByRole('button', { name: 'Approve' }).click();
    await told('Amended by two people');
    await told('Amended');
    await checkScreen(page, 'day mended');
    expect(journey.complaints.filter((each) => !/status of 503/.test(each))).toEqual([]);
  });
});

/** Closed days, the newest first. */
async function closedDays(): Promise<string[]> {
  const { status, body } = await bursar.call('reports/bookDays', { sort: '-day', pageSize: '10', page: '1' }, 'GET');
  expect(status).toBe(200);
  return Object.values(body).map((each) => (each as { day: string }).day);
}

/** The day in Nairobi so many days after today. */
function dayInNairobi(after: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(Date.now() + after * 86_400_000);
}

/** The day into which money was put after it had been closed. */
async function findDay(days: readonly string[]): Promise<string> {
  for (const day of days) {
    const { body } = await bursar.call('reports/bookDayDifference', { day }, 'GET');
    if (Number(body.count) > 0) return day;
  }
  throw new Error('no day differs');
}
