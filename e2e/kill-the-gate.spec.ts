import { describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { byHand, pressAt } from './keys.ts';
import { killedBrowser } from './killed-browser.testkit.ts';
import { checkScreen } from './looks.ts';

// People of the demo school.
const GUARD = '254700000003';
const PIN = '274951';
/** Students, one for each test. */
const [ANSWERED, NEVER_SENT, STAYS, TAKEN_BACK, COMES_IN, OF_TWO_TABS, ASKED, LET_OUT] = [
  '700300801',
  '700300802',
  '700300803',
  '700300804',
  '700300805',
  '700300806',
  '700300807',
  '700300808',
] as const;

const tablet = killedBrowser(GUARD, async (office) => {
  const classes = await office.call('school/getClasses', {}, 'GET');
  for (const admissionNumber of [ANSWERED, NEVER_SENT, STAYS, TAKEN_BACK, COMES_IN, OF_TWO_TABS, ASKED, LET_OUT]) {
    const child = { admissionNumber, names: 'Amina Juma', checkPin: PIN };
    await office.call('student/createStudent', { ...child, classSYSID: classes.body[0]?.sysid });
    if (admissionNumber === COMES_IN) continue;
    const { status } = await office.call('check/inPin', { admissionNumber, pin: PIN });
    expect(status).toBe(200);
  }
});
const { open, withoutAnswer } = tablet;

/** Presses, and kills every process of the browser before an answer has come. */
async function killedWhile(path: string, how: { isDone: boolean }, number: string): Promise<void> {
  await open(path === 'check/inPin' ? 'checkin.pin' : 'checkout.pin');
  const out = withoutAnswer(path, how);
  await pressFor(number);
  await out;
  // A check-in's call does not wait for the disk.
  await expect.poll(() => tablet.keptOnDisk('passage:')).toBe(1);
  await tablet.kill();
}

async function pressFor(number: string): Promise<void> {
  await tablet.page.getByLabel('Admission number').fill(number);
  await tablet.page.getByLabel('Admission number').press('Enter');
  await tablet.page.locator('input[name=checkPin]:focus').waitFor();
  // A burst would be taken for a card.
  await pressAt(tablet.page, [...byHand(PIN), ['Enter', 120]]);
}
/** Lines of the students whose press had no answer. */
const left = (number: string) => tablet.page.getByRole('listitem').filter({ hasText: number });
const press = (number: string, word: string) =>
  left(number)
    .getByRole('button', { name: `${word}: ${number} Amina Juma`, exact: true })
    .click();
const gone = (number: string) => left(number).getByRole('button').first().waitFor({ state: 'detached' });
/** True while the books have the student in school. */
async function isIn(search: string): Promise<boolean> {
  const { body } = await tablet.office.call('check/onCampus', { search }, 'GET');
  return Object.values(body).length > 0;
}

describe('gate whose browser is killed before the answer', () => {
  it('reports a check-out as recorded after a restart until it is acknowledged', async () => {
    await killedWhile('check/outPin', { isDone: true }, ANSWERED);
    expect(await isIn(ANSWERED)).toBe(false);
    await open('checkout.pin');
    await left(ANSWERED)
      .getByText(/Recorded: went out at/)
      .waitFor();
    await press(ANSWERED, 'Understood');
    await gone(ANSWERED);
    await tablet.page.reload();
    await tablet.page.getByLabel('Admission number').waitFor();
    await tablet.page.getByText('1 earlier check was answered').waitFor({ state: 'detached' });
  });

  it("records an unsent check-out by the guard's word, as an exception with the time of the press", async () => {
    await killedWhile('check/outPin', { isDone: false }, NEVER_SENT);
    const before = Date.now();
    await open('checkout.pin');
    await left(NEVER_SENT)
      .getByText(/Not recorded: check-out at/)
      .waitFor();
    await tablet.page.getByText(`${NEVER_SENT} Amina Juma · Not recorded: check-out at`).waitFor();
    await checkScreen(tablet.page, 'a check-out before the power cut');
    expect(await isIn(NEVER_SENT)).toBe(true);
    await press(NEVER_SENT, 'Has left');
    await expect.poll(() => isIn(NEVER_SENT)).toBe(false);
    const { body } = await tablet.office.call('check/getOddities', {}, 'GET');
    const odd = (body as unknown as { kind: string; admissionNumber: string; at: string }[]).filter(
      ({ admissionNumber }) => admissionNumber === NEVER_SENT,
    );
    expect(odd.map(({ kind }) => kind)).toContain('offline-out-unverified');
    const { body: rows } = await tablet.office.call('reports/checks', { search: NEVER_SENT }, 'GET');
    const dates = (rows as unknown as { date: string }[]).map(({ date }) => Date.parse(date));
    expect(Math.max(...dates)).toBeLessThan(before);
  });

  atNight("drops an unsent check-out by the guard's word, and records another press", async () => {
    await killedWhile('check/outPin', { isDone: false }, STAYS);
    await open('checkout.pin');
    await left(STAYS)
      .getByText(/Not recorded: check-out at/)
      .waitFor();
    await press(STAYS, 'Has not left');
    await gone(STAYS);
    expect(await isIn(STAYS)).toBe(true);
    await pressFor(STAYS);
    await expect.poll(() => isIn(STAYS)).toBe(false);
    await expect.poll(() => tablet.keptOnDisk('passage:')).toBe(0);
  });

  atNight('drops an unsent check-out once another device has checked the student out', async () => {
    await killedWhile('check/outPin', { isDone: false }, LET_OUT);
    // The page has received that the child was in school.
    const heard = tablet.page.waitForResponse((told) => told.url().includes(`check/onCampus?search=${LET_OUT}`));
    await open('checkout.pin');
    await left(LET_OUT)
      .getByText(/Not recorded: check-out at/)
      .waitFor();
    await heard;
    expect((await tablet.office.call('check/outPin', { admissionNumber: LET_OUT, pin: PIN })).status).toBe(200);
    // At once, as when the network comes back; otherwise by the poll of every 15 seconds.
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')));
    await gone(LET_OUT);
    await expect.poll(() => tablet.keptOnDisk('passage:')).toBe(0);
  });

  atNight("reverses a recorded check-out by the guard's word that the student has not left, once online", async () => {
    await killedWhile('check/outPin', { isDone: true }, TAKEN_BACK);
    // The server cannot be asked.
    await tablet.page.route('**/api/wallet/closeAttempt', (route) => route.abort());
    const stop = '**/api/check/stopOut';
    await tablet.page.route(stop, (route) => route.abort());
    await open('checkout.pin');
    await left(TAKEN_BACK)
      .getByText(/Check-out at .*: not known yet/)
      .waitFor();
    await press(TAKEN_BACK, 'Has not left');
    await gone(TAKEN_BACK);
    await tablet.page.unroute(stop);
    await expect.poll(() => isIn(TAKEN_BACK), { timeout: 40_000 }).toBe(true);
    await expect.poll(() => tablet.keptOnDisk('passage:')).toBe(0);
  });

  atNight('reports an unsent check-in after a restart, and drops it at another press', async () => {
    await killedWhile('check/inPin', { isDone: false }, COMES_IN);
    await open('checkin.pin');
    await left(COMES_IN)
      .getByText(/Not recorded: check-in at/)
      .waitFor();
    await pressFor(COMES_IN);
    await tablet.page.getByText('Student was checked in successfully').waitFor();
    // Said by the press itself.
    await tablet.page.getByRole('button', { name: 'Has come in' }).waitFor({ state: 'detached' });
    expect(await isIn(COMES_IN)).toBe(true);
  });

  atNight('reports a check-out in another tab only once its own tab is closed', async () => {
    await open('checkout.pin');
    // A call that the test holds back is sent after all when its tab is closed.
    const out = withoutAnswer('check/outPin', { isDone: true });
    await pressFor(OF_TWO_TABS);
    await out;
    const first = tablet.page;
    tablet.page = await tablet.browser.newPage();
    await open('checkout.pin');
    await tablet.page
      .getByText(/\d+ in school/)
      .first()
      .waitFor();
    await expect.poll(() => tablet.livingPages()).toBe(2);
    expect(await left(OF_TWO_TABS).count()).toBe(0);
    await first.close({ runBeforeUnload: false });
    await left(OF_TWO_TABS)
      .getByText(/Recorded: went out at/)
      .waitFor();
    await press(OF_TWO_TABS, 'Understood');
    await gone(OF_TWO_TABS);
    expect(await isIn(OF_TWO_TABS)).toBe(false);
  });

  atNight('keeps an unanswered collection question through a restart until the student is checked out', async () => {
    await open('checkout.pin');
    await tablet.page.getByLabel('Ask who collects').check();
    await pressFor(ASKED);
    await tablet.page.getByRole('dialog', { name: `Who collects ${ASKED}` }).waitFor();
    const notOut = (page = tablet.page) => page.getByRole('list', { name: '1 student is not recorded as out' });
    await expect.poll(() => tablet.keptOnDisk('passage:')).toBe(1);
    await tablet.kill();
    await open('checkout.pin');
    await notOut().getByText('The student must come back').waitFor();
    await checkScreen(tablet.page, 'a question before the power cut');
    await tablet.page.reload();
    await notOut().getByText(ASKED).waitFor();
    expect(await isIn(ASKED)).toBe(true);
    const { status } = await tablet.office.call('check/outPin', { admissionNumber: ASKED, pin: PIN });
    expect(status).toBe(200);
    await notOut().waitFor({ state: 'detached', timeout: 40_000 });
    await expect.poll(() => tablet.keptOnDisk('passage:')).toBe(0);
  });
});
