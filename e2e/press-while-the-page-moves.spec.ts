import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

const BURSAR = '254700000002';
/** Code of the notice that comes above a screen, once the server has said who is there. */
const NOTICE = /\/assets\/SmsRisk-[\w-]+\.js$/;

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

interface Hand {
  down(at: Locator): Promise<void>;
  up(): Promise<void>;
}

/** A mouse, whose press ends where the pointer is then. */
function mouse(): Hand {
  const { page } = journey;
  return {
    async down(at) {
      const { x, y } = await middleOf(at);
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    up: () => page.mouse.up(),
  };
}

/** A finger, which clicks only as it is lifted, on whatever is below it then. */
async function finger(): Promise<Hand> {
  const device = await journey.context.newCDPSession(journey.page);
  return {
    async down(at) {
      await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middleOf(at)] });
    },
    async up() {
      await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}

async function middleOf(at: Locator): Promise<{ x: number; y: number }> {
  const box = await at.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

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
    const hand = await take();
    await hand.down(button);
    const before = await middleOf(button);
    arrive();
    await page.getByRole('note').waitFor();
    expect((await middleOf(button)).y - before.y).toBeGreaterThan(40);
    await hand.up();
    await page.getByRole('dialog', { name: names }).waitFor();
    await page.unroute(NOTICE);
  });

  it.each<[string, (button: HTMLElement) => void]>([
    ['has gone', (button) => button.remove()],
    ['is off by now', (button) => button.toggleAttribute('disabled', true)],
    ['says something else by now', (button) => button.replaceChildren('Delete')],
    [
      'lies below something by now',
      (button) => {
        const cover = document.createElement('div');
        cover.style.cssText = 'position:fixed;inset:0;z-index:9999';
        button.ownerDocument.body.append(cover);
      },
    ],
  ])('goes to nobody where what was pressed %s', async (_what, change) => {
    const clicks = await pressOn(change, 0);
    expect(clicks).toEqual([]);
  });
  it('goes to nobody where the pointer was drawn away from it', async () => {
    expect(await pressOn(() => {}, 120)).toEqual([]);
  });
  it('goes once to a button that has moved, and once to one that stays', async () => {
    expect(await pressOn(() => {}, 0)).toEqual(['Export']);
    expect(await pressOn(null, 0)).toEqual(['Export']);
  });
});

/** Presses a button that moves while it is pressed, and is changed by `change`; answers the buttons that heard a click. */
async function pressOn(change: ((button: HTMLElement) => void) | null, away: number): Promise<string[]> {
  const { page } = journey;
  await page.goto(`${server.url}/app/student.view`);
  const button = page.getByRole('button', { name: 'Export' });
  // All that moves the page by itself is there.
  await page.getByRole('note').waitFor();
  await page.locator('tbody tr').first().waitFor();
  const { x, y } = await middleOf(button);
  const handle = await button.elementHandle();
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    document.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element ? target.closest('button') : null;
      if (pressed) heard.push(pressed.textContent ?? '');
    });
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (change) {
    await handle?.evaluate((pressed) => {
      const notice = document.createElement('div');
      notice.style.height = '90px';
      pressed.closest('main')?.prepend(notice);
    });
    await handle?.evaluate(change as (element: Node) => void);
  }
  if (away) await page.mouse.move(x, y + away);
  await page.mouse.up();
  // Behind the task in which the press ended.
  return page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 0));
    return (window as unknown as { heard: string[] }).heard;
  });
}
