import { describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { demoSchool } from './demo-school.testkit.ts';
import { finger, middleOf, mouse, pressMoving, type Screen } from './hands.ts';

/** The call whose answer brings a notice above every screen: the server's clock cannot be right. */
const CLOCK = '**/api/clock/status';
const BEHIND = { date: '2026-03-02T06:00:00Z', network: null, statement: null };
const FAULT = { why: 'movement', than: '2026-03-03T06:00:00Z', offsetSeconds: null };
/** Texts of the lines of a statement; of the length of their hash, or other chunks of the school would wait too. */
const TEXTS = /\/assets\/school-[\w-]{7}\.js$/;

const school = demoSchool();

const LIST: Screen = { path: '/app/student.view', name: 'Export', comes: ['[role=note]', 'tbody tr'] };
/** Screen of the lean entry. */
const COUNTER: Screen = { path: '/app/school.menu.consume', name: 'Next', comes: ['[role=option]'] };

const pressOn = (screen: Screen, change: ((button: HTMLElement) => void) | null, away = 0) =>
  pressMoving(school().journey.page, screen, change, away);

describe('a press while the page moves', () => {
  it.each([
    ['a mouse', mouse],
    ['a finger', finger],
  ])('of %s goes to the student on whom it began, though a notice has come above the list', async (_what, take) => {
    const { server, journey } = school();
    const { page } = journey;
    const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(CLOCK, async (route) => {
      await there;
      await route.fulfill({ json: { ...BEHIND, fault: FAULT } });
    });
    await page.goto(`${server.url}/app/student.view`);
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.waitFor();
    const names = (await button.getAttribute('aria-label'))?.replace('View ', '') ?? '';
    const hand = await take(page);
    await hand.down(button);
    const before = await middleOf(button);
    arrive();
    await page.getByRole('alert').filter({ hasText: 'clock' }).waitFor();
    expect((await middleOf(button)).y - before.y).toBeGreaterThan(40);
    await hand.up();
    await page.getByRole('dialog', { name: names }).waitFor();
    await page.unroute(CLOCK);
  });

  it('of a finger opens nobody where the student on whom it began has gone, and another has come to lie there', async () => {
    const { server, journey } = school();
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

  atNight('finds its link still there, though the movements below it wait for their texts', async () => {
    const { server, journey } = school();
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

  atNight.each<[string, (button: HTMLElement) => void]>([
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
  atNight('goes to nobody where the pointer was drawn away from it', async () => {
    expect(await pressOn(LIST, () => {}, 120)).toEqual([]);
  });
  atNight('goes to a button that has come to lie below a notice in a corner', async () => {
    const lieAbove = (button: HTMLElement) => {
      const notice = document.createElement('div');
      notice.setAttribute('role', 'status');
      notice.style.cssText = `position:fixed;inset:${button.getBoundingClientRect().top - 9}px 0 0 0;z-index:9999`;
      document.body.append(notice);
    };
    expect(await pressOn(LIST, lieAbove)).toEqual(['Export']);
  });
  it.each([LIST, COUNTER])(
    'of $path goes to nobody where the control acts on another record by now',
    async ({ path, name, comes }) => {
      const { server, journey } = school();
      const { page } = journey;
      await page.goto(server.url + path);
      for (const part of comes) await page.locator(part).first().waitFor();
      const button = page.getByRole('button', { name });
      await button.evaluate((pressed) => {
        Object.assign(window, { heard: 0 });
        pressed.addEventListener('click', () => Object.assign(window, { heard: 1 }));
        pressed.setAttribute('data-of', 'one child');
      });
      const hand = await mouse(page);
      const heard = () => page.evaluate(() => (window as unknown as { heard: number }).heard);
      await hand.down(button);
      await button.evaluate((pressed) => pressed.setAttribute('data-of', 'the next child'));
      await hand.up();
      expect(await heard()).toBe(0);
      await button.click();
      expect(await heard()).toBe(1);
    },
  );
  it("of a finger does not go to a control of the same words that has come in the place of another record's", async () => {
    const { server, journey } = school();
    const { page } = journey;
    await page.goto(`${server.url}/app/student.view`);
    for (const part of LIST.comes) await page.locator(part).first().waitFor();
    const button = page.getByRole('button', { name: /^View / }).nth(3);
    await button.evaluate((pressed) => pressed.setAttribute('data-of', 'one child'));
    const hand = await finger(page);
    await hand.down(button);
    await button.evaluate((pressed) => {
      const next = pressed.cloneNode(true) as HTMLElement;
      next.setAttribute('data-of', 'the next child');
      next.addEventListener('click', () => Object.assign(window, { heard: 1 }));
      Object.assign(window, { heard: 0 });
      pressed.replaceWith(next);
    });
    await hand.up();
    // Behind whatever the finger has clicked.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    expect(await page.evaluate(() => (window as unknown as { heard: number }).heard)).toBe(0);
  });
  atNight.each([LIST, COUNTER])(
    'goes once to $name of $path where it has moved, and once where it stays',
    async (screen) => {
      expect(await pressOn(screen, () => {})).toEqual([screen.name]);
      expect(await pressOn(screen, null)).toEqual([screen.name]);
    },
  );
});
