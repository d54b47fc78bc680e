import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finger, middleOf, mouse, pressMoving, type Screen } from './hands.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

const BURSAR = '254700000002';
/** Code of the notice that comes above a screen, once the server has said who is there. */
const NOTICE = /\/assets\/SmsRisk-[\w-]+\.js$/;
/** Texts of the lines of a statement. */
const TEXTS = /\/assets\/school-[\w-]{8}\.js$/;

let server: RunningServer;
let journey: Journey;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  journey = await openJourney(server);
  await journey.enter(BURSAR);
}, 120_000);
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const LIST: Screen = { path: '/app/student.view', name: 'Export', comes: ['[role=note]', 'tbody tr'] };
/** Of the lean entry. */
const COUNTER: Screen = { path: '/app/school.menu.consume', name: 'Next', comes: ['[role=option]'] };

const pressOn = (screen: Screen, change: ((button: HTMLElement) => void) | null, away = 0) =>
  pressMoving(journey.page, screen, change, away);

describe('a press while the page moves', () => {
  recordFailures(() => journey.page);

  it.each([
    ['a mouse', mouse],
    ['a finger', finger],
  ])('of %s goes to the student on whom it began, though a notice has come above the list', async (_what, take) => {
    const { page } = journey;
    const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(NOTICE, async (route) => {
      await there;
      await route.continue();
    });
    await page.goto(`${server.url}/app/student.view`);
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.waitFor();
    const names = (await button.getAttribute('aria-label'))?.replace('View ', '') ?? '';
    const hand = await take(page);
    await hand.down(button);
    const before = await middleOf(button);
    arrive();
    await page.getByRole('note').waitFor();
    expect((await middleOf(button)).y - before.y).toBeGreaterThan(40);
    await hand.up();
    await page.getByRole('dialog', { name: names }).waitFor();
    await page.unroute(NOTICE);
  });

  it('of a finger opens nobody where the student on whom it began has gone, and another has come to lie there', async () => {
    const { page } = journey;
    await page.goto(`${server.url}/app/student.view`);
    await page.getByRole('note').waitFor();
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.waitFor();
    const { down, up } = await finger(page);
    await down(button);
    await button.evaluate((pressed) => (pressed as HTMLElement).closest('tr')?.remove());
    const heard = await page.evaluate(() => {
      const clicks: EventTarget[] = [];
      document.addEventListener('click', ({ target }) => target && clicks.push(target));
      Object.assign(window, { clicks });
      return clicks.length;
    });
    expect(heard).toBe(0);
    await up();
    // Behind whatever the finger has clicked.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    expect(await page.evaluate(() => (window as unknown as { clicks: Element[] }).clicks.length)).toBe(1);
    expect(new URL(page.url()).search).not.toContain('view=');
  });

  it('finds its link still there, though the movements below it wait for their texts', async () => {
    const { page } = journey;
    const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: waits, resolve: wait } = Promise.withResolvers<void>();
    await page.route(TEXTS, async (route) => {
      wait();
      await there;
      await route.continue();
    });
    await page.goto(`${server.url}/app/student.balances?view=4007`);
    await waits;
    await page.getByRole('link', { name: 'Print a statement' }).click();
    arrive();
    await page.getByRole('article').first().waitFor();
    await page.unroute(TEXTS);
  });

  it.each<[string, (button: HTMLElement) => void]>([
    ['has gone', (button) => button.remove()],
    ['is off by now', (button) => button.toggleAttribute('disabled', true)],
    ['says something else by now', (button) => button.replaceChildren('Delete')],
    [
      'lies below something by now',
      (button) => {
        const cover = document.createElement('div');
        cover.setAttribute('role', 'status');
        cover.style.cssText = 'position:fixed;inset:0;z-index:9999';
        button.ownerDocument.body.append(cover);
      },
    ],
  ])('goes to nobody where what was pressed %s', async (_what, change) => {
    expect(await pressOn(LIST, change)).toEqual([]);
  });
  it('goes to nobody where the pointer was drawn away from it', async () => {
    expect(await pressOn(LIST, () => {}, 120)).toEqual([]);
  });
  it('goes to a button that has come to lie below a notice in a corner', async () => {
    const lieAbove = (button: HTMLElement) => {
      const notice = document.createElement('div');
      notice.setAttribute('role', 'status');
      notice.style.cssText = `position:fixed;inset:${button.getBoundingClientRect().top - 9}px 0 0 0;z-index:9999`;
      document.body.append(notice);
    };
    expect(await pressOn(LIST, lieAbove)).toEqual(['Export']);
  });
  it.each([LIST, COUNTER])(
    'goes once to $name of $path where it has moved, and once where it stays',
    async (screen) => {
      expect(await pressOn(screen, () => {})).toEqual([screen.name]);
      expect(await pressOn(screen, null)).toEqual([screen.name]);
    },
  );
});
