import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoSchool } from './demo-school.testkit.ts';
import { type Loss, watchControls } from './drawn-anew.ts';

/** Answers come late by turns, each of these in milliseconds: the later question may have its answer first. */
const LATE_MS = [50, 400, 120, 310, 80, 240];
/** Longer than answers stay fresh, so that all of them are fetched again. */
const STALE_MS = 20_000;

const school = demoSchool({ office: async () => {} });

/** Holds each answer and each file of code back for a while; answers how to wait until none is on its way. */
async function delayAnswers(page: Page): Promise<() => Promise<void>> {
  const onTheirWay = new Set<Route>();
  let turn = 0;
  await page.route(/\/api\/|\/assets\/.*\.js$/, async (route) => {
    if (route.request().headers().accept?.includes('event-stream')) return route.continue();
    onTheirWay.add(route);
    await new Promise((done) => setTimeout(done, LATE_MS[turn++ % LATE_MS.length]));
    // A page that was left asks for nothing any more.
    await route.continue().catch(() => undefined);
    await route
      .request()
      .response()
      .then((response) => response?.finished())
      .catch(() => undefined);
    onTheirWay.delete(route);
  });
  return async () => {
    do {
      await expect.poll(() => onTheirWay.size).toBe(0);
      // The answer to one question may ask the next, once the page has drawn it.
      await page.evaluate(drawTwice);
    } while (onTheirWay.size > 0);
  };
}

/** Runs in the page: ends once it has drawn what stood at the beginning, and what followed from that. */
async function drawTwice(): Promise<void> {
  for (let drawn = 0; drawn < 2; drawn++) {
    await new Promise((next) => requestAnimationFrame(next));
    await new Promise((next) => setTimeout(next, 0));
  }
}

let losses: () => Promise<Loss[]>;
let arrived: () => Promise<void>;

async function goThrough(path: string, act?: (page: Page) => Promise<void>): Promise<Loss[]> {
  const { server, journey } = school();
  const { page } = journey;
  if (!losses) {
    losses = await watchControls(page);
    arrived = await delayAnswers(page);
    await page.clock.install();
  }
  await page.goto(`${server.url}/app/${path}`);
  await page.getByRole('main').waitFor();
  await arrived();
  if (act) {
    await act(page);
    await arrived();
  }
  await page.clock.fastForward(STALE_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await arrived();
  return losses();
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

it('reports controls that were redrawn, moved or hidden', async () => {
  await goThrough('student.view');
  const { page } = school().journey;
  await page.evaluate(() => {
    const [drawn, moved, hidden] = [...document.querySelectorAll<HTMLElement>('main tbody button')]
      .slice(0, 9)
      .filter((_, at) => at % 3 === 0);
    drawn?.replaceWith(drawn.cloneNode(true));
    moved?.parentElement?.append(moved);
    hidden?.style.setProperty('display', 'none', 'important');
  });
  expect((await losses()).map(({ how }) => how)).toEqual(['hidden', 'moved', 'drawn anew']);
});

it.each<[path: string, act?: (page: Page) => Promise<void>]>([
  ['school.dash'],
  ['student.view', press(/^View /)],
  ['student.details?admissionNumber=4007', press('Add Contact')],
  ['cash.desk', (page) => page.getByLabel('Admission number').fill('4007')],
  ['student.upload.money'],
  ['student.upload.money?by=sheet'],
  ['student.upload.money?by=mpesa'],
  ['cashout.approvals'],
  ['suspense.view'],
  ['student.upload'],
  [
    'student.enrol.class',
    async (page) => void (await page.getByRole('combobox', { name: 'Class' }).selectOption({ index: 1 })),
  ],
  ['student.balances', press(/^View /)],
  ['class.view', press(/^View /)],
  ['till'],
  [
    'payments.view',
    async (page) => {
      await page.getByRole('textbox', { name: 'Find any payment' }).fill('4007');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
    },
  ],
  ['message.view'],
  ['school.bus.view'],
  ['checkin.pin', (page) => page.getByLabel('Admission number').fill('4007')],
  ['checkout.fingerprint'],
  ['check.rollcall'],
  ['school.menu.consume'],
  ['check.cash'],
  ['check.trip'],
])('%s keeps every control in place while late answers arrive', async (path, act) => {
  expect(await goThrough(path, act)).toEqual([]);
});
